import { randomUUID } from "node:crypto";
import type { temporal } from "@temporalio/proto";
import { History, payloads, textOf, timeNow, type Message } from "./temporal-history.ts";

export interface StartRequest {
  readonly label: string;
  readonly workflow?: string;
  readonly input?: unknown;
}

interface Activity {
  readonly execution: Execution;
  readonly scheduledEventId: number;
  readonly attributes: temporal.api.command.v1.IScheduleActivityTaskCommandAttributes;
  attempt: number;
}

interface Execution {
  readonly label: string;
  readonly runId: string;
  readonly type: string;
  readonly history: History;
  /** Events that arrived during a workflow task; they are appended after that task. */
  readonly arrived: (() => void)[];
  readonly timers: Map<
    string,
    { readonly startedEventId: number; readonly timeout: ReturnType<typeof setTimeout> }
  >;
  task: "none" | "queued" | "running";
  scheduledEventId: number;
  startedEventId: number;
  result?: Message;
}

const taskQueue = { name: "chaos" };

/** All workflows, and the queues of their tasks. */
export class Executions {
  readonly #byLabel = new Map<string, Execution>();
  readonly #tasks: Execution[] = [];
  readonly #activities: Activity[] = [];
  readonly #runningTasks = new Map<string, Execution>();
  readonly #runningActivities = new Map<string, Activity>();
  /** The number of the worker. Polls of a dead one get nothing. */
  #worker = 0;

  start({ label, workflow = "", input }: StartRequest): void {
    if (this.#byLabel.has(label)) return;
    const runId = randomUUID();
    const history = new History();
    const execution: Execution = {
      ...{ label, runId, type: workflow, history, arrived: [], timers: new Map() },
      ...{ task: "none", scheduledEventId: 0, startedEventId: 0 },
    };
    this.#byLabel.set(label, execution);
    history.append("WORKFLOW_EXECUTION_STARTED", {
      workflowType: { name: workflow },
      taskQueue,
      input: payloads([input]),
      originalExecutionRunId: runId,
      firstExecutionRunId: runId,
      workflowTaskTimeout: { seconds: 10 },
      attempt: 1,
      workflowId: label,
    });
    this.#schedule(execution);
  }

  signal(label: string, signalName: string, args: readonly unknown[]): void {
    const execution = this.#find(label);
    this.#arrive(execution, () =>
      execution.history.append("WORKFLOW_EXECUTION_SIGNALED", { signalName, input: payloads(args) }),
    );
  }

  /** `{ result }` or `{ failure }`, or nothing as long as the workflow runs. */
  resultOf(label: string): Message {
    return this.#find(label).result ?? {};
  }

  historyOf(label: string): unknown {
    return this.#find(label).history.toJson();
  }

  /** A server finds a dead worker by its timeouts; the test reports the death, which is faster. */
  workerDied(): void {
    this.#worker += 1;
    for (const execution of this.#runningTasks.values()) {
      const { scheduledEventId, startedEventId } = execution;
      execution.history.append("WORKFLOW_TASK_TIMED_OUT", {
        scheduledEventId,
        startedEventId,
        timeoutType: 1,
      });
      this.#endTask(execution, true);
    }
    this.#runningTasks.clear();
    for (const activity of this.#runningActivities.values()) this.#repeat(activity);
    this.#runningActivities.clear();
  }

  async workflowTask(pollMs: number): Promise<Message> {
    const execution = await this.#taken(this.#tasks, pollMs);
    if (!execution) return {};
    const { scheduledEventId, history, label, runId, type } = execution;
    execution.task = "running";
    execution.startedEventId = history.append("WORKFLOW_TASK_STARTED", {
      scheduledEventId,
      requestId: randomUUID(),
    });
    return {
      taskToken: tokenFor(this.#runningTasks, execution),
      workflowExecution: { workflowId: label, runId },
      workflowType: { name: type },
      startedEventId: execution.startedEventId,
      attempt: 1,
      history: { events: history.events() },
      workflowExecutionTaskQueue: taskQueue,
      scheduledTime: timeNow(),
      startedTime: timeNow(),
    };
  }

  async activityTask(pollMs: number): Promise<Message> {
    const activity = await this.#taken(this.#activities, pollMs);
    if (!activity) return {};
    const { execution, attributes, attempt } = activity;
    const { activityType, activityId, input, startToCloseTimeout } = attributes;
    const scheduleToCloseTimeout = attributes.scheduleToCloseTimeout ?? { seconds: 3600 };
    return {
      taskToken: tokenFor(this.#runningActivities, activity),
      workflowNamespace: "default",
      workflowType: { name: execution.type },
      workflowExecution: { workflowId: execution.label, runId: execution.runId },
      ...{ activityType, activityId, input, attempt, scheduleToCloseTimeout, startToCloseTimeout },
      scheduledTime: timeNow(),
      currentAttemptScheduledTime: timeNow(),
      startedTime: timeNow(),
    };
  }

  completeWorkflowTask(
    request: temporal.api.workflowservice.v1.IRespondWorkflowTaskCompletedRequest,
  ): Message {
    const execution = takeBy(this.#runningTasks, request.taskToken);
    const { scheduledEventId, startedEventId, history } = execution;
    const { sdkMetadata, meteringMetadata } = request;
    const workflowTaskCompletedEventId = history.append("WORKFLOW_TASK_COMPLETED", {
      ...{ scheduledEventId, startedEventId, sdkMetadata, meteringMetadata },
    });
    for (const command of request.commands ?? [])
      this.#obey(execution, command, workflowTaskCompletedEventId);
    this.#endTask(execution, false);
    return {};
  }

  failWorkflowTask({
    taskToken,
    cause,
    failure,
  }: temporal.api.workflowservice.v1.IRespondWorkflowTaskFailedRequest): Message {
    const execution = takeBy(this.#runningTasks, taskToken);
    const { scheduledEventId, startedEventId } = execution;
    console.error(`TASK FAILED ${failure?.message}`);
    execution.history.append("WORKFLOW_TASK_FAILED", { scheduledEventId, startedEventId, cause, failure });
    setTimeout(() => this.#endTask(execution, true), 500);
    return {};
  }

  completeActivity({
    taskToken,
    result,
  }: temporal.api.workflowservice.v1.IRespondActivityTaskCompletedRequest): Message {
    const { execution, scheduledEventId, attempt } = takeBy(this.#runningActivities, taskToken);
    const { history } = execution;
    this.#arrive(execution, () => {
      // A server writes the start of an activity with its end, because an activity can start several times.
      const startedEventId = history.append("ACTIVITY_TASK_STARTED", {
        ...{ scheduledEventId, attempt, requestId: randomUUID() },
      });
      history.append("ACTIVITY_TASK_COMPLETED", { scheduledEventId, startedEventId, result });
    });
    return {};
  }

  /** A failed activity is repeated, as with the policy that Temporal has by default. */
  failActivity({ taskToken }: temporal.api.workflowservice.v1.IRespondActivityTaskFailedRequest): Message {
    const activity = takeBy(this.#runningActivities, taskToken);
    setTimeout(() => this.#repeat(activity), 200);
    return {};
  }

  /** The first entry of a queue, as soon as there is one. */
  async #taken<T>(queue: T[], waitMs: number): Promise<T | undefined> {
    const until = Date.now() + waitMs;
    const worker = this.#worker;
    while (queue.length === 0 && Date.now() < until) await new Promise((later) => setTimeout(later, 10));
    return worker === this.#worker ? queue.shift() : undefined;
  }

  #repeat(activity: Activity): void {
    activity.attempt += 1;
    this.#activities.push(activity);
  }

  #obey(
    execution: Execution,
    command: temporal.api.command.v1.ICommand,
    workflowTaskCompletedEventId: number,
  ): void {
    const { history, timers } = execution;
    const activity = command.scheduleActivityTaskCommandAttributes;
    const timer = command.startTimerCommandAttributes;
    const cancelled = command.cancelTimerCommandAttributes;
    const completed = command.completeWorkflowExecutionCommandAttributes;
    const failed = command.failWorkflowExecutionCommandAttributes;
    if (activity) {
      const attributes = { ...activity, workflowTaskCompletedEventId };
      const scheduledEventId = history.append("ACTIVITY_TASK_SCHEDULED", attributes);
      this.#activities.push({ execution, scheduledEventId, attributes: activity, attempt: 1 });
    } else if (timer) this.#startTimer(execution, timer, workflowTaskCompletedEventId);
    else if (cancelled) {
      const { timerId } = cancelled;
      const started = timers.get(timerId ?? "");
      clearTimeout(started?.timeout);
      timers.delete(timerId ?? "");
      const startedEventId = started?.startedEventId;
      history.append("TIMER_CANCELED", { timerId, startedEventId, workflowTaskCompletedEventId });
    } else if (completed) {
      execution.result = { result: JSON.parse(textOf(completed.result)) as unknown };
      history.append("WORKFLOW_EXECUTION_COMPLETED", { ...completed, workflowTaskCompletedEventId });
    } else if (failed) {
      execution.result = { failure: failed.failure?.message };
      history.append("WORKFLOW_EXECUTION_FAILED", { ...failed, workflowTaskCompletedEventId });
    } else throw new Error(`the stand-in does not know the command ${command.commandType}`);
  }

  #startTimer(
    execution: Execution,
    timer: temporal.api.command.v1.IStartTimerCommandAttributes,
    workflowTaskCompletedEventId: number,
  ): void {
    const { history, timers } = execution;
    const timerId = timer.timerId ?? "";
    const startedEventId = history.append("TIMER_STARTED", { ...timer, workflowTaskCompletedEventId });
    const fire = (): void =>
      this.#arrive(execution, () => {
        // The task before this event may have cancelled the timer.
        if (timers.delete(timerId)) history.append("TIMER_FIRED", { timerId, startedEventId });
      });
    const { seconds, nanos } = timer.startToFireTimeout ?? {};
    const delay = Number(seconds ?? 0) * 1000 + (nanos ?? 0) / 1_000_000;
    timers.set(timerId, { startedEventId, timeout: setTimeout(fire, Math.min(delay, 2 ** 31 - 1)) });
  }

  #arrive(execution: Execution, append: () => void): void {
    if (execution.result) return;
    if (execution.task === "running") return void execution.arrived.push(append);
    append();
    this.#schedule(execution);
  }

  /** Appends what arrived during a task, which needs another task. */
  #endTask(execution: Execution, again: boolean): void {
    execution.task = "none";
    if (execution.result) return;
    const arrived = execution.arrived.splice(0);
    for (const append of arrived) append();
    if (arrived.length > 0 || again) this.#schedule(execution);
  }

  #schedule(execution: Execution): void {
    if (execution.task === "queued") return;
    execution.task = "queued";
    const attributes = { taskQueue, startToCloseTimeout: { seconds: 10 }, attempt: 1 };
    execution.scheduledEventId = execution.history.append("WORKFLOW_TASK_SCHEDULED", attributes);
    this.#tasks.push(execution);
  }

  #find(label: string): Execution {
    const found = this.#byLabel.get(label);
    if (!found) throw new Error(`unknown workflow ${label}`);
    return found;
  }
}

function tokenFor<T>(running: Map<string, T>, work: T): Uint8Array {
  const token = randomUUID();
  running.set(token, work);
  return new TextEncoder().encode(token);
}

function takeBy<T>(running: Map<string, T>, taskToken: Uint8Array | null | undefined): T {
  const token = new TextDecoder().decode(taskToken ?? undefined);
  const work = running.get(token);
  if (!work) throw new Error("the task is not running");
  running.delete(token);
  return work;
}
