// The kinds of state that the view has besides the network itself.

export type Tool = "move" | "reach" | "draw";
export type Selected = { kind: "node"; node: number } | { kind: "edge"; edge: number } | null;

/** Where a network comes from, as a link says it; a file's is in no link unless it is small. */
export type Origin = { preset: string } | { spec: string } | { file: string } | { drawn: true };
