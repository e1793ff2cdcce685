// The engine's module for OpenStreetMap, in a worker.
import init, { readOsm } from "wayline/osm";
import { serveCalls } from "../engine/calls";
import type { Calls } from "./osm";

serveCalls<Calls>(init(), { read: readOsm });
