// Wayline for C#: every function of wayline.h, for Unity, Godot and .NET. Copy this file into a project, with
// libwayline.so, wayline.dll or libwayline.dylib where the runtime looks for native libraries. See docs/c.md.
//
// Names, ownership and threads are those of wayline.h. Handles are IntPtr. `default` of Rules, Settings,
// Preparation and WorldSettings means all defaults.
using System;
using System.Runtime.InteropServices;

namespace Wayline
{
    public enum Status
    {
        Ok = 0,
        NullPointer = 1,
        BadLength = 2,
        BadValue = 3,
        OutOfRange = 4,
        Blocked = 5,
        Unsupported = 6,
        Stale = 7,
        BadIndex = 8,
        Stopped = 9,
        File = 10,
        Busy = 11,
        NotReady = 12,
        Internal = 13,
        NoMemory = 14,
    }

    public enum Outcome
    {
        Unreachable = 0,
        Found = 1,
        Stopped = 2,
    }

    public enum Limit
    {
        None = 0,
        Expansions = 1,
        Cost = 2,
        Time = 3,
        Cancelled = 4,
        States = 5,
    }

    public enum StepKind
    {
        Expand = 0,
        Generate = 1,
        Update = 2,
        Close = 3,
    }

    public enum WorldEventKind
    {
        Edited = 0,
        EditHeld = 1,
        Planned = 2,
        Moves = 3,
        Waits = 4,
        Arrived = 5,
        NoPath = 6,
        Stuck = 7,
        Deadlock = 8,
        StepsAside = 9,
    }

    public enum Plan
    {
        Idle = 0,
        Exact = 1,
        Around = 2,
        Partial = 3,
        NoPath = 4,
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Rules
    {
        public uint Moves;
        public uint Corners;
        public uint Charge;
        public double Straight;
        public double Diagonal;
        public double Uphill;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Cell
    {
        public uint X;
        public uint Y;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Placement
    {
        public uint X;
        public uint Y;
        public uint Heading;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Answer
    {
        public Outcome Outcome;
        public Limit Limit;
        public byte Optimal;
        public double Cost;
        public ulong CostFixed;
        public double Bound;
        public IntPtr Cells;
        public IntPtr Nodes;
        public IntPtr Placements;
        public UIntPtr Length;
        public IntPtr Turns;
        public UIntPtr TurnCount;
        public IntPtr Edges;
        public UIntPtr EdgeCount;
        public IntPtr Algorithm;
        public ulong Expanded;
        public ulong Generated;
        public ulong Reopened;
        public ulong LargestOpen;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Settings
    {
        public IntPtr Algorithm;
        public IntPtr Heuristic;
        public IntPtr Open;
        public IntPtr Ties;
        public double Weight;
        public ulong MaxExpansions;
        public double MaxCost;
        public double MaxSeconds;
        public IntPtr Cancel;
        public byte Closest;
        public byte NoShortcut;
        public IntPtr AvoidCells;
        public UIntPtr AvoidCellCount;
        public IntPtr AvoidNodes;
        public UIntPtr AvoidNodeCount;
        public IntPtr AvoidEdges;
        public UIntPtr AvoidEdgeCount;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Step
    {
        public StepKind Kind;
        public Cell Cell;
        public Cell Parent;
        public byte HasParent;
        public double G;
        public double F;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Preparation
    {
        public IntPtr Kind;
        public ulong Memory;
        public ulong Work;
        public uint Threads;
        public IntPtr Cancel;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct WorldSettings
    {
        public uint Tick;
        public uint Patience;
        public uint Detour;
        public uint Sight;
        public ulong Effort;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct WorldEvent
    {
        public WorldEventKind Kind;
        public uint Unit;
        public uint Other;
        public Plan Plan;
        public Cell Cell;
        public Placement From;
        public Placement To;
        public ulong Begin;
        public ulong End;
        public uint Cost;
        public ulong Expanded;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct UnitState
    {
        public uint Unit;
        public uint Kind;
        public Placement At;
        public Placement Next;
        public ulong Until;
        public uint Remaining;
        public Plan Plan;
        public byte Moving;
        public byte Arrived;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct FlowState
    {
        public Cell Cell;
        public uint Size;
        public Cell Goal;
        public byte Sent;
        public byte Arrived;
        public byte CutOff;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Point
    {
        public double X;
        public double Y;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Agent
    {
        public Point Position;
        public Point Velocity;
        public double Radius;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct BodyUnit
    {
        public uint Body;
        public Placement Start;
        public Placement Goal;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct BodyMove
    {
        public Placement From;
        public Placement To;
        public ulong Begin;
        public ulong End;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Passage
    {
        public uint Unit;
        public uint Number;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void Observer(IntPtr context, ref Step step);

    public static class Native
    {
        public const string Library = "wayline";
        private const CallingConvention C = CallingConvention.Cdecl;

        public const uint WL_ABI = 1;
        public const uint WL_NAMES_ALGORITHMS = 0;
        public const uint WL_NAMES_HEURISTICS = 1;
        public const uint WL_NAMES_OPEN_LISTS = 2;
        public const uint WL_NAMES_TIES = 3;
        public const uint WL_NAMES_BODIES = 4;
        public const uint WL_HEADING_EAST = 0;
        public const uint WL_HEADING_NORTH = 1;
        public const uint WL_HEADING_WEST = 2;
        public const uint WL_HEADING_SOUTH = 3;
        public const uint WL_HEADING_ANY = 4;
        public const uint WL_CORNERS_NEVER = 0;
        public const uint WL_CORNERS_ONE = 1;
        public const uint WL_CORNERS_ALWAYS = 2;
        public const uint WL_CHARGE_USUAL = 0;
        public const uint WL_CHARGE_MEAN = 1;
        public const uint WL_CHARGE_ENTER = 2;
        public const uint WL_TOWARDS = 0;
        public const uint WL_AWAY_FROM = 1;
        public const uint WL_PLANE = 0;
        public const uint WL_GLOBE = 1;

        [DllImport(Library, CallingConvention = C)] public static extern uint wl_abi();
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr wl_version();
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr wl_last_error();
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr wl_name(uint namesOf, UIntPtr place);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr wl_cancel_new();
        [DllImport(Library, CallingConvention = C)] public static extern void wl_cancel_set(IntPtr cancel, [MarshalAs(UnmanagedType.U1)] bool stop);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_cancel_destroy(IntPtr cancel);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr wl_workspace_new();
        [DllImport(Library, CallingConvention = C)] public static extern void wl_workspace_destroy(IntPtr workspace);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_new(uint width, uint height, ref Rules rules, out IntPtr grid);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_from_free(uint width, uint height, byte[] isFree, UIntPtr length, ref Rules rules, out IntPtr grid);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_from_costs(uint width, uint height, float[] costs, UIntPtr length, ref Rules rules, out IntPtr grid);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_generate([MarshalAs(UnmanagedType.LPUTF8Str)] string spec, out IntPtr grid);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_copy(IntPtr grid, out IntPtr copy);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_grid_destroy(IntPtr grid);
        [DllImport(Library, CallingConvention = C)] public static extern uint wl_grid_width(IntPtr grid);
        [DllImport(Library, CallingConvention = C)] public static extern uint wl_grid_height(IntPtr grid);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.U1)] public static extern bool wl_grid_is_free(IntPtr grid, Cell cell);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.U1)] public static extern bool wl_grid_is_weighted(IntPtr grid);
        [DllImport(Library, CallingConvention = C)] public static extern double wl_grid_multiplier(IntPtr grid, Cell cell);
        [DllImport(Library, CallingConvention = C)] public static extern int wl_grid_elevation(IntPtr grid, Cell cell);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.U1)] public static extern bool wl_grid_line_of_sight(IntPtr grid, Cell from, Cell to);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_set_free(IntPtr grid, Cell cell, [MarshalAs(UnmanagedType.U1)] bool isFree, [MarshalAs(UnmanagedType.U1)] out bool changed);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_set_multiplier(IntPtr grid, Cell cell, double multiplier);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_set_elevation(IntPtr grid, Cell cell, int elevation);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_set_rules(IntPtr grid, ref Rules rules);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_path(IntPtr grid, Cell from, Cell to, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_cost(IntPtr grid, Cell from, Cell to, out double cost);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_search(IntPtr grid, Cell from, Cell to, ref Settings settings, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_search_between(IntPtr grid, Cell[] starts, UIntPtr startCount, Cell[] goals, UIntPtr goalCount, ref Settings settings, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_grid_search_watched(IntPtr grid, Cell from, Cell to, ref Settings settings, Observer observer, IntPtr context, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_search_begin(Cell from, Cell to, ref Settings settings, out IntPtr search);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_search_destroy(IntPtr search);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_search_step(IntPtr search, IntPtr grid, ulong expansions, [MarshalAs(UnmanagedType.U1)] out bool done);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_search_answer(IntPtr search, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern ulong wl_search_expanded(IntPtr search);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_search_restart(IntPtr search, Cell from, Cell to, ref Settings settings);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_prepare(IntPtr grid, ref Preparation settings, out IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_load(IntPtr grid, [MarshalAs(UnmanagedType.LPUTF8Str)] string path, out IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_from_bytes(IntPtr grid, byte[] bytes, UIntPtr length, out IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_index_destroy(IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_save(IntPtr index, [MarshalAs(UnmanagedType.LPUTF8Str)] string path);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_to_bytes(IntPtr index, out IntPtr bytes);
        [DllImport(Library, CallingConvention = C)] public static extern UIntPtr wl_index_memory(IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_cost(IntPtr index, Cell from, Cell to, IntPtr workspace, out double cost);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_costs(IntPtr index, Cell[] starts, Cell[] goals, UIntPtr count, IntPtr workspace, double[] costs, UIntPtr costCount);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_matrix(IntPtr index, Cell[] starts, UIntPtr startCount, Cell[] goals, UIntPtr goalCount, IntPtr workspace, double[] costs, UIntPtr costCount);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_path(IntPtr index, Cell from, Cell to, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_index_turns(IntPtr index, Cell from, Cell to, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_live_new(IntPtr grid, out IntPtr live);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_live_destroy(IntPtr live);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_live_grid(IntPtr live, out IntPtr grid);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.U1)] public static extern bool wl_live_is_free(IntPtr live, Cell cell);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_live_set_free(IntPtr live, Cell cell, [MarshalAs(UnmanagedType.U1)] bool isFree, [MarshalAs(UnmanagedType.U1)] out bool changed);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_live_prepare(IntPtr live);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.U1)] public static extern bool wl_live_is_prepared(IntPtr live);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_live_cost(IntPtr live, Cell from, Cell to, IntPtr workspace, out double cost);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_live_path(IntPtr live, Cell from, Cell to, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_live_search(IntPtr live, Cell from, Cell to, ref Settings settings, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_field_new(IntPtr grid, uint direction, Cell[] seeds, UIntPtr seedCount, double within, out IntPtr field);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_field_new_live(IntPtr live, uint direction, Cell[] seeds, UIntPtr seedCount, double within, out IntPtr field);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_field_flee(IntPtr danger, IntPtr grid, double factor, out IntPtr field);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_field_destroy(IntPtr field);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_field_fill(IntPtr field, IntPtr grid, uint direction, Cell[] seeds, UIntPtr seedCount, double within);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_field_repair(IntPtr field, IntPtr grid);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_field_repair_live(IntPtr field, IntPtr live);
        [DllImport(Library, CallingConvention = C)] public static extern double wl_field_cost(IntPtr field, Cell cell);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_field_distances(IntPtr field, out IntPtr distances, out UIntPtr count);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.U1)] public static extern bool wl_field_next_step(IntPtr field, Cell cell, out Cell next);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_field_descend(IntPtr field, Cell cell, IntPtr workspace, out IntPtr cells, out UIntPtr count);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_from_edges(UIntPtr nodeCount, uint[] from, uint[] to, double[] costs, UIntPtr edgeCount, out IntPtr graph);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_graph_destroy(IntPtr graph);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_set_positions(IntPtr graph, uint kind, double[] x, double[] y, UIntPtr count);
        [DllImport(Library, CallingConvention = C)] public static extern UIntPtr wl_graph_node_count(IntPtr graph);
        [DllImport(Library, CallingConvention = C)] public static extern UIntPtr wl_graph_edge_count(IntPtr graph);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_set_cost(IntPtr graph, uint edge, double cost);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_set_open(IntPtr graph, uint edge, [MarshalAs(UnmanagedType.U1)] bool isOpen);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_add_edge(IntPtr graph, uint from, uint to, double cost, out uint edge);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_path(IntPtr graph, uint from, uint to, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_search(IntPtr graph, uint from, uint to, ref Settings settings, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_cost(IntPtr graph, uint from, uint to, out double cost);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_matrix(IntPtr graph, uint[] starts, UIntPtr startCount, uint[] goals, UIntPtr goalCount, double[] costs, UIntPtr costCount);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_prepare(IntPtr graph, ref Preparation settings, out IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_load(IntPtr graph, [MarshalAs(UnmanagedType.LPUTF8Str)] string path, out IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_from_bytes(IntPtr graph, byte[] bytes, UIntPtr length, out IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_graph_index_destroy(IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_save(IntPtr index, [MarshalAs(UnmanagedType.LPUTF8Str)] string path);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_to_bytes(IntPtr index, out IntPtr bytes);
        [DllImport(Library, CallingConvention = C)] public static extern UIntPtr wl_graph_index_memory(IntPtr index);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_update(IntPtr index, IntPtr graph);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_update_edge(IntPtr index, IntPtr graph, uint edge);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.U1)] public static extern bool wl_graph_index_fits(IntPtr index, IntPtr graph);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_cost(IntPtr index, uint from, uint to, IntPtr workspace, out double cost);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_costs(IntPtr index, uint[] starts, uint[] goals, UIntPtr count, IntPtr workspace, double[] costs, UIntPtr costCount);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_matrix(IntPtr index, uint[] starts, UIntPtr startCount, uint[] goals, UIntPtr goalCount, IntPtr workspace, double[] costs, UIntPtr costCount);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_graph_index_path(IntPtr index, uint from, uint to, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern IntPtr wl_bytes_data(IntPtr bytes, out UIntPtr length);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_bytes_destroy(IntPtr bytes);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_terrain_new(uint width, uint height, out IntPtr terrain);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_terrain_from_letters(uint width, uint height, byte[] letters, UIntPtr length, out IntPtr terrain);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_terrain_from_grid(IntPtr grid, out IntPtr terrain);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_terrain_destroy(IntPtr terrain);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_terrain_set_free(IntPtr terrain, Cell cell, [MarshalAs(UnmanagedType.U1)] bool isFree);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_terrain_set_ground(IntPtr terrain, Cell cell, sbyte letter);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_terrain_set_elevation(IntPtr terrain, Cell cell, int elevation);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_preset([MarshalAs(UnmanagedType.LPUTF8Str)] string name, out IntPtr body);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_from_toml([MarshalAs(UnmanagedType.LPUTF8Str)] string toml, out IntPtr body);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_body_destroy(IntPtr body);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_map_new(IntPtr body, IntPtr terrain, out IntPtr map);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_body_map_destroy(IntPtr map);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_map_refresh(IntPtr map, IntPtr terrain);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.U1)] public static extern bool wl_body_map_fits(IntPtr map, Placement placement);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_map_path(IntPtr map, Placement from, Placement to, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_map_search(IntPtr map, Placement from, Placement to, ref Settings settings, IntPtr workspace, out Answer answer);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_new(IntPtr terrain, ref WorldSettings settings, out IntPtr world);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_world_destroy(IntPtr world);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_add_kind(IntPtr world, IntPtr body, out uint kind);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_add_unit(IntPtr world, uint kind, Placement placement, out uint unit);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_remove_unit(IntPtr world, uint unit);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_send(IntPtr world, uint unit, Placement goal);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_send_to_nearest(IntPtr world, uint unit, Placement[] goals, UIntPtr goalCount);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_send_group(IntPtr world, uint[] units, UIntPtr unitCount, Placement goal, [Out] Placement[] places, UIntPtr placeCount);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_send_formation(IntPtr world, uint[] units, UIntPtr unitCount, Placement goal, uint formation, [Out] Placement[] places, UIntPtr placeCount);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_halt(IntPtr world, uint unit);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_set_free(IntPtr world, Cell cell, [MarshalAs(UnmanagedType.U1)] bool isFree);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_set_ground(IntPtr world, Cell cell, sbyte letter);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_tick(IntPtr world, ulong expansions, out IntPtr events, out UIntPtr count);
        [DllImport(Library, CallingConvention = C)] public static extern ulong wl_world_now(IntPtr world);
        [DllImport(Library, CallingConvention = C)] public static extern UIntPtr wl_world_unit_count(IntPtr world);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_unit(IntPtr world, uint unit, out UnitState state);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_world_unit_path(IntPtr world, uint unit, out IntPtr path, out UIntPtr count);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_new(IntPtr grid, out IntPtr flow);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_flow_destroy(IntPtr flow);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_set_threads(IntPtr flow, uint threads);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_set_slice(IntPtr flow, uint cells);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_add_units(IntPtr flow, Cell[] cells, UIntPtr cellCount, uint size, out uint first);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_remove_unit(IntPtr flow, uint unit);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_send(IntPtr flow, uint[] units, UIntPtr unitCount, Cell goal);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_halt(IntPtr flow, uint unit);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_set_free(IntPtr flow, Cell cell, [MarshalAs(UnmanagedType.U1)] bool isFree);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_tick(IntPtr flow);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_units(IntPtr flow, out IntPtr units, out UIntPtr count);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_flow_unit(IntPtr flow, uint unit, out FlowState state);
        [DllImport(Library, CallingConvention = C)] [return: MarshalAs(UnmanagedType.U1)] public static extern bool wl_flow_unit_at(IntPtr flow, Cell cell, out uint unit);
        [DllImport(Library, CallingConvention = C)] public static extern UIntPtr wl_flow_on_their_way(IntPtr flow);
        [DllImport(Library, CallingConvention = C)] public static extern ulong wl_flow_ticks(IntPtr flow);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_new(IntPtr grid, out IntPtr steering);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_steering_destroy(IntPtr steering);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_set_threads(IntPtr steering, uint threads);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_add_agents(IntPtr steering, Point[] positions, UIntPtr positionCount, double radius, double maxSpeed, out uint first);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_remove_agent(IntPtr steering, uint agent);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_set_free(IntPtr steering, Cell cell, [MarshalAs(UnmanagedType.U1)] bool isFree);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_prefer(IntPtr steering, uint agent, Point velocity);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_head_for(IntPtr steering, uint agent, Point point);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_follow(IntPtr steering, uint agent, IntPtr field, [MarshalAs(UnmanagedType.U1)] out bool led);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_room_for(IntPtr steering, double radius, out IntPtr grid);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_tick(IntPtr steering, double seconds);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_agents(IntPtr steering, out IntPtr agents, out UIntPtr count);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_steering_agent(IntPtr steering, uint agent, out Agent state);
        [DllImport(Library, CallingConvention = C)] public static extern UIntPtr wl_steering_agent_count(IntPtr steering);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_planner_new(IntPtr terrain, IntPtr[] bodies, UIntPtr bodyCount, BodyUnit[] units, UIntPtr unitCount, uint threads, out IntPtr planner);
        [DllImport(Library, CallingConvention = C)] public static extern void wl_body_planner_destroy(IntPtr planner);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_planner_find(IntPtr planner, ulong maxExpansions, double maxSeconds, IntPtr cancel, out Outcome outcome, out Limit limit);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_planner_improve(IntPtr planner, ulong maxExpansions, double maxSeconds, IntPtr cancel, out Limit limit);
        [DllImport(Library, CallingConvention = C)] public static extern ulong wl_body_planner_sum_of_costs(IntPtr planner);
        [DllImport(Library, CallingConvention = C)] public static extern ulong wl_body_planner_makespan(IntPtr planner);
        [DllImport(Library, CallingConvention = C)] public static extern ulong wl_body_planner_lower_bound(IntPtr planner);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_planner_moves(IntPtr planner, uint unit, out IntPtr moves, out UIntPtr count);
        [DllImport(Library, CallingConvention = C)] public static extern Status wl_body_planner_after(IntPtr planner, uint unit, uint number, out IntPtr after, out UIntPtr count);

        /// What was wrong with the last call of this thread that failed.
        public static string LastError() => Marshal.PtrToStringUTF8(wl_last_error());

        /// Throws what was wrong, if anything was.
        public static void Check(Status status)
        {
            if (status != Status.Ok) throw new InvalidOperationException(status + ": " + LastError());
        }

        /// A borrowed array as one of your own, such as an answer's cells.
        public static T[] Copied<T>(IntPtr first, UIntPtr length) where T : struct
        {
            var copy = new T[(int)length];
            var size = Marshal.SizeOf<T>();
            for (var i = 0; i < copy.Length; i++) copy[i] = Marshal.PtrToStructure<T>(first + i * size);
            return copy;
        }
    }
}
