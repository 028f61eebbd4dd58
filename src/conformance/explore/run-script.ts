import type { Answer } from '../http/answer.ts'
import { TransportFailure } from '../http/failures.ts'
import { operationOf } from '../http/operation.ts'
import { type Client, type HeldKey, StepRefused } from './clients.ts'
import { runControlAction } from './control-actions.ts'
import { openResponseStore, type ResponseStore } from './references.ts'
import { hasSucceeded, resourceIn, textIn } from './response-fields.ts'
import type {
  Action,
  Burst,
  CallAction,
  CallStep,
  ClientName,
  Delivery,
  ScriptLine,
  Step,
  StepId,
  TimedStep,
  WalkOperation,
} from './step.ts'
import type { WalkAccounts } from './walk-accounts.ts'
import { walkPathOf } from './walk-operations.ts'

/** Runs the script of a walk line by line on the walk's accounts. */
export interface ScriptRunner {
  /**
   * Runs a line of the script. Resolves with its step or concurrent requests, `refused` if the control protocol refused
   * the line, or undefined if nothing was sent.
   */
  runLine(planned: ScriptLine): Promise<Step | Burst | 'refused' | undefined>
  /** Waits for webhook events that are due, and resolves with the deliveries since the last step. */
  awaitDeliveries(): Promise<readonly Delivery[]>
}

/** Creates a runner for the lines of one script, with an empty store of responses. */
export function openScriptRunner(accounts: WalkAccounts): ScriptRunner {
  const responses = openResponseStore(accounts.host.target.profile)
  const runner = { accounts, responses, due: [] }
  return {
    awaitDeliveries: async () => {
      await awaitDueEvents(runner)
      return takeDeliveries(accounts)
    },
    runLine: async (planned) => {
      accounts.beginStep(planned.id)
      try {
        return 'lanes' in planned ? await runBurst(runner, planned) : await runStep(runner, planned)
      } catch (error) {
        if (error instanceof StepRefused) return error.wasSent ? 'refused' : undefined
        throw error
      }
    },
  }
}

/** The accounts and responses of a walk's script in progress. */
interface RunnerState {
  readonly accounts: WalkAccounts
  readonly responses: ResponseStore
  /** Labels for which a webhook event must still arrive. */
  readonly due: { readonly client: ClientName; readonly labelId: string }[]
}

/** Waits for the webhook events that are due, so that a late event does not count as missing. Most events arrive at once. */
async function awaitDueEvents({ accounts, due }: RunnerState): Promise<void> {
  for (const { client, labelId } of due) {
    const receiver = accounts.receivers.get(client)
    if (receiver === undefined) continue
    await accounts.host.waitFor(labelId, () => receiver.hasDelivery(labelId))
  }
}

interface PlannedCall {
  readonly id: StepId
  readonly action: CallAction
}

/** Runs one action. Resolves with its step, or undefined if the action is impossible. */
async function runStep(
  runner: RunnerState,
  { id, action }: { readonly id: StepId; readonly action: Action },
): Promise<Step | undefined> {
  const { accounts, responses } = runner
  const client = requireClient(accounts, action.client)
  if (action.do === 'call') {
    const step = await runCall(runner, { id, action }, { isConcurrent: false })
    if (step === undefined) return undefined
    await finishDueWork(accounts, client, [step])
    return { ...step, deliveries: takeDeliveries(accounts) }
  }
  const atMs = client.nowMs()
  const done = await runControlAction(id, action, { accounts, client, responses })
  if (done === undefined) return undefined
  const deliveries = takeDeliveries(accounts)
  return { ...done, id, client: action.client, atMs, deliveries, isConcurrent: false }
}

/** Sends concurrent requests. Resolves with their steps, or undefined if none of the requests was possible. */
async function runBurst(
  runner: RunnerState,
  planned: { readonly id: StepId; readonly lanes: readonly (readonly PlannedCall[])[] },
): Promise<Burst | undefined> {
  const { accounts } = runner
  const lanes = await Promise.all(planned.lanes.map((lane) => runLane(runner, lane)))
  const steps = lanes.flat().map(({ step }) => step)
  if (steps.length === 0) return undefined
  for (const client of accounts.clients.values()) {
    const own = steps.filter((step) => step.client === client.name)
    await finishDueWork(accounts, client, own)
  }
  return { id: planned.id, lanes: withDeliveries(lanes, takeDeliveries(accounts)) }
}

/** Sends the requests of one lane (sequence) in order, and records when each was sent and when its response came. */
async function runLane(runner: RunnerState, lane: readonly PlannedCall[]): Promise<readonly TimedStep[]> {
  const timed: TimedStep[] = []
  for (const planned of lane) {
    const sentMs = performance.now()
    const step = await runCall(runner, planned, { isConcurrent: true })
    if (step !== undefined) timed.push({ step, sentMs, answeredMs: performance.now() })
  }
  return timed
}

/** Sends one request and stores its response. Resolves with undefined if the key or a referenced value is missing. */
async function runCall(
  { accounts, responses, due }: RunnerState,
  { id, action }: PlannedCall,
  { isConcurrent }: { readonly isConcurrent: boolean },
): Promise<CallStep | undefined> {
  const { operation, client: name } = action
  const client = requireClient(accounts, name)
  const key = client.keys().find(action.key)
  const named = responses.resolve(action)
  if (key === undefined || named === undefined) return undefined
  const answer = await sendCall(accounts, { ...named, step: id, operation, key })
  responses.store(id, answer, named.body)
  const labelId = operation === 'buyLabel' ? textIn(resourceIn(answer, 'label'), 'id') : undefined
  if (labelId !== undefined && accounts.surelyNotified.has(name)) due.push({ client: name, labelId })
  return {
    kind: 'call',
    id,
    client: name,
    atMs: client.nowMs(),
    deliveries: [],
    isConcurrent,
    operation,
    key: key.seen,
    target: named.id,
    body: named.body,
    answer,
  }
}

/** Returns a client of the walk. Throws StepRefused if there is none of this name. */
function requireClient(accounts: WalkAccounts, name: ClientName): Client {
  const client = accounts.clients.get(name)
  if (client === undefined) throw new StepRefused(`there is no client ${name}`, { wasSent: false })
  return client
}

/**
 * Adds the webhook deliveries that arrived during concurrent requests to one of these requests. It is unknown which
 * request caused each delivery.
 */
function withDeliveries(lanes: Burst['lanes'], deliveries: readonly Delivery[]): Burst['lanes'] {
  // All deliveries go to the request that finished last: the purchases that caused them had probably finished by then.
  const owner = lanes.flat().reduce((last, each) => (each.answeredMs >= last.answeredMs ? each : last))
  return lanes.map((lane) =>
    lane.map((each) => (each === owner ? { ...each, step: { ...each.step, deliveries } } : each)),
  )
}

/** Sends a request of a walk once. Resolves with undefined if no response came. */
async function sendCall(
  accounts: WalkAccounts,
  request: {
    readonly step: StepId
    readonly operation: WalkOperation
    readonly id: string | undefined
    readonly body: unknown
    readonly key: HeldKey
  },
): Promise<Answer | undefined> {
  const { step, operation, id, body, key } = request
  let answered: ((json: unknown) => void) | undefined
  try {
    const answer = await accounts.host.send(
      {
        method: operation === 'downloadLabel' ? 'GET' : operationOf(operation).method,
        path: walkPathOf(operation, id),
        key: key.value,
        // A POST without a body still needs a content type.
        body: body ?? (needsBody(operation) ? {} : undefined),
        once: true,
        mayBeLost: accounts.mayLoseResponses,
      },
      {
        onExchange: (exchange) => {
          answered = accounts.recordExchange(step, exchange)
        },
        nameKey: (value) => nameKeyVariable(accounts, value),
      },
    )
    answered?.(answer.json)
    return answer
  } catch (error) {
    if (error instanceof TransportFailure) return undefined
    throw error
  }
}

const needsBody = (operation: WalkOperation): boolean =>
  operation !== 'downloadLabel' && operation !== 'buyBatch' && operationOf(operation).method === 'POST'

/** Returns the shell variable that stands for a key in reported curl lines. Each key of the walk has a separate variable. */
function nameKeyVariable(accounts: WalkAccounts, value: string): string {
  for (const client of accounts.clients.values()) {
    const name = client.keys().nameOf(value)
    if (name !== undefined) return `KEY_${client.name}_${name}`.toUpperCase()
  }
  return 'KEY'
}

/** The operations after which a webhook event may be due. */
const purchaseOperations: ReadonlySet<WalkOperation> = new Set(['buyLabel', 'buyBatch', 'createBatch'])

/** After a purchase, advances the client's clock by zero, so that the service finishes work that is already due. */
async function finishDueWork(
  accounts: WalkAccounts,
  client: Client,
  steps: readonly CallStep[],
): Promise<void> {
  if (client.account === undefined || !accounts.withWebhook.has(client.name)) return
  if (
    !steps.some(
      ({ operation, answer }) =>
        purchaseOperations.has(operation) && (answer === undefined || hasSucceeded(answer)),
    )
  )
    return
  if (accounts.host.target.control?.works.has('clock') !== true) return
  await client.moveClock({ seconds: 0 }, client.nowMs())
}

/** Returns the webhook deliveries to all clients since the last call of this function. */
function takeDeliveries(accounts: WalkAccounts): readonly Delivery[] {
  return [...accounts.receivers.values()].flatMap((receiver) => receiver.takeDeliveries())
}
