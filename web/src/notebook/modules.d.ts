// Modules that only the build of the notebook's page knows.
declare module "wayline/serve" {
  export function serve(
    engine: object,
    post: (message: unknown, buffers: Transferable[]) => void,
  ): (event: MessageEvent) => void;
}
/** The engine's module, compressed by gzip, in base64. */
declare module "virtual:engine" {
  const text: string;
  export default text;
}
