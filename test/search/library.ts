import { ToolError, type CallContext, type Toolset } from "@toolpress/runtime";
import { createLibrary, type LibraryHandlers } from "../../generated/library/index.js";

export interface Library {
  readonly tools: Toolset;
  /** The calls of handlers: the name of the tool and the arguments. */
  readonly calls: (readonly [tool: string, args: unknown])[];
  /** The idempotency keys of the calls. */
  readonly keys: string[];
}

/** The tools of `specs/library.tools.yaml` with handlers that record their calls. */
export function library(): Library {
  const calls: (readonly [string, unknown])[] = [];
  const keys: string[] = [];
  const record = (args: unknown, { tool, idempotencyKey }: CallContext): void => {
    calls.push([tool, args]);
    keys.push(idempotencyKey);
  };
  const handlers: LibraryHandlers = {
    opening_hours: (_args, call) => (record({}, call), { opens: "9:00" }),
    find_books(args, call) {
      record(args, call);
      return [{ id: 7, title: "Dune", author: "Frank Herbert" }];
    },
    get_book(args, call) {
      record(args, call);
      if (args.book_id === 404) throw new ToolError("NO_SUCH_BOOK", "There is no such book.");
      return { id: args.book_id, shelf: "B2" };
    },
    reserve_book: (args, call) => (record(args, call), { reserved: true }),
    find_members: (args, call) => (record(args, call), [{ id: 3, name: args.name }]),
    get_member: (args, call) => (record(args, call), { id: args.member_id }),
  };
  return { tools: createLibrary({ handlers }), calls, keys };
}
