import { createServer } from "node:http";
import grpc from "@grpc/grpc-js";
import proto, { type temporal } from "@temporalio/proto";
import { Executions, type StartRequest } from "./temporal-executions.ts";

// A stand-in for the frontend of a Temporal server: no package contains the server. It has histories, task queues, timers, signals and
// repeated activities, and nothing else. Each workflow task contains the complete history.

type Message = Readonly<Record<string, unknown>>;

const { workflowservice } = proto.temporal.api;
const executions = new Executions();

/** Workers poll for this time before they get an empty response. */
const POLL_MS = 5000;

const methods: Readonly<Record<string, (request: never) => Promise<Message> | Message>> = {
  GetSystemInfo: () => ({
    serverVersion: "1.30.0",
    capabilities: {
      signalAndQueryHeader: true,
      internalErrorDifferentiation: true,
      activityFailureIncludeHeartbeat: true,
      encodedFailureAttributes: true,
      sdkMetadata: true,
    },
  }),
  DescribeNamespace: () => ({ namespaceInfo: { name: "default", id: "default" } }),
  PollWorkflowTaskQueue: () => executions.workflowTask(POLL_MS),
  PollActivityTaskQueue: () => executions.activityTask(POLL_MS),
  RespondWorkflowTaskCompleted: (
    request: temporal.api.workflowservice.v1.IRespondWorkflowTaskCompletedRequest,
  ) => executions.completeWorkflowTask(request),
  RespondWorkflowTaskFailed: (request: temporal.api.workflowservice.v1.IRespondWorkflowTaskFailedRequest) =>
    executions.failWorkflowTask(request),
  RespondActivityTaskCompleted: (
    request: temporal.api.workflowservice.v1.IRespondActivityTaskCompletedRequest,
  ) => executions.completeActivity(request),
  RespondActivityTaskFailed: (request: temporal.api.workflowservice.v1.IRespondActivityTaskFailedRequest) =>
    executions.failActivity(request),
};

const service = workflowservice.v1.WorkflowService as unknown as {
  methods: Record<string, { requestType: string; responseType: string }>;
};
const types = workflowservice.v1 as unknown as Record<
  string,
  {
    decode(bytes: Uint8Array): Message;
    encode(message: Message): { finish(): Uint8Array };
    fromObject(value: Message): Message;
  }
>;

function definition(): grpc.ServiceDefinition {
  const entries = Object.entries(service.methods).map(([name, { requestType, responseType }]) => [
    name,
    {
      path: `/temporal.api.workflowservice.v1.WorkflowService/${name}`,
      requestStream: false,
      responseStream: false,
      requestSerialize: (value: Message) => Buffer.from(types[requestType]!.encode(value).finish()),
      requestDeserialize: (bytes: Buffer) => types[requestType]!.decode(bytes),
      responseSerialize: (value: Message) =>
        Buffer.from(types[responseType]!.encode(types[responseType]!.fromObject(value)).finish()),
      responseDeserialize: (bytes: Buffer) => types[responseType]!.decode(bytes),
    },
  ]);
  return Object.fromEntries(entries) as grpc.ServiceDefinition;
}

const implementation = Object.fromEntries(
  Object.keys(service.methods).map((name) => [
    name,
    (call: grpc.ServerUnaryCall<Message, Message>, respond: grpc.sendUnaryData<Message>) => {
      const method = methods[name];
      if (!method) return respond({ code: grpc.status.UNIMPLEMENTED, details: name });
      Promise.resolve(method(call.request as never)).then(
        (answer) => respond(null, answer),
        (error: unknown) => respond({ code: grpc.status.NOT_FOUND, details: String(error) }),
      );
    },
  ]),
);

const server = new grpc.Server();
server.addService(definition(), implementation);
server.bindAsync(`127.0.0.1:${process.env["PORT"]}`, grpc.ServerCredentials.createInsecure(), () => {});

/** The requests of the test: in place of a client, because only the worker is tested. */
createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as StartRequest & {
    readonly signal?: string;
    readonly args?: readonly unknown[];
  };
  try {
    if (request.url === "/start") executions.start(body);
    if (request.url === "/signal") executions.signal(body.label, body.signal ?? "", body.args ?? []);
    if (request.url === "/worker-died") executions.workerDied();
    const answer = request.url === "/result" ? executions.resultOf(body.label) : {};
    const history = request.url === "/history" ? executions.historyOf(body.label) : answer;
    response.end(JSON.stringify(history));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(process.env["CONTROL_PORT"]), "127.0.0.1");
