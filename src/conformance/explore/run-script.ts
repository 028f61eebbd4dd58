import type { Answer } from '../http/answer.ts'
import { TransportFailure } from '../http/failures.ts'
import { operationOf, pathOf } from '../http/operation.ts'
import { type Client, type HeldKey, StepRefused } from './clients.ts'
import { actByControl } from './control-actions.ts'
import { openResults, type Results } from './references.ts'
import { resourceIn, succeeded, textIn } from './response-fields.ts'
import type {
  Action,
  Asked,
  Burst,
  CallAction,
  CallStep,
  ClientName,
  Delivered,
  Planned,
  Step,
  StepId,
  TimedStep,
} from './step.ts'
import type { Stage } from './walk-accounts.ts'

/** Carries out a script on a stage, line by line. */
export interface Performance {
  /** What happened; `refused` where the control protocol was asked and refused, undefined where nothing was sent. */
  carryOut(planned: Planned): Promise<Step | Burst | 'refused' | undefined>
  /** What has come in since the last step, waited for where something is missing that was due. */
  late(): Promise<readonly Delivered[]>
}

export function openPerformance(stage: Stage): Performance {
  const results = openResults(stage.host.target.profile)
  const acting = { stage, results, due: [] }
  return {
    late: async () => {
      await awaitEvents(acting)
      return taken(stage)
    },
    carryOut: async (planned) => {
      stage.begin(planned.id)
      try {
        return 'lanes' in planned ? await takeBurst(acting, planned) : await takeStep(acting, planned)
      } catch (error) {
        if (error instanceof StepRefused) return error.wasSent ? 'refused' : undefined
        throw error
      }
    },
  }
}

/** What a performance acts on. */
interface Acting {
  readonly stage: Stage
  readonly results: Results
  /** Labels whose events have to come. */
  readonly due: { readonly client: ClientName; readonly labelId: string }[]
}

/** Most events are there at once. What is late is waited for, so that nobody takes it for what never comes. */
async function awaitEvents({ stage, due }: Acting): Promise<void> {
  for (const { client, labelId } of due) {
    const receiver = stage.receivers.get(client)
    if (receiver === undefined) continue
    await stage.host.waitFor(labelId, () => receiver.has(labelId))
  }
}

interface PlannedCall {
  readonly id: StepId
  readonly action: CallAction
}

async function takeStep(
  acting: Acting,
  { id, action }: { readonly id: StepId; readonly action: Action },
): Promise<Step | undefined> {
  const { stage, results } = acting
  const client = clientOf(stage, action.client)
  if (action.do === 'call') {
    const step = await takeCall(acting, { id, action }, { isConcurrent: false })
    if (step === undefined) return undefined
    await drain(stage, client, [step])
    return { ...step, deliveries: taken(stage) }
  }
  const atMs = client.nowMs()
  const done = await actByControl(id, action, { stage, client, results })
  return done && { ...done, id, client: action.client, atMs, deliveries: taken(stage), isConcurrent: false }
}

async function takeBurst(
  acting: Acting,
  planned: { readonly id: StepId; readonly lanes: readonly (readonly PlannedCall[])[] },
): Promise<Burst | undefined> {
  const { stage } = acting
  const lanes = await Promise.all(planned.lanes.map((lane) => takeLane(acting, lane)))
  const steps = lanes.flat().map(({ step }) => step)
  if (steps.length === 0) return undefined
  for (const client of stage.clients.values()) {
    const own = steps.filter((step) => step.client === client.name)
    await drain(stage, client, own)
  }
  return { id: planned.id, lanes: withDeliveries(lanes, taken(stage)) }
}

async function takeLane(acting: Acting, lane: readonly PlannedCall[]): Promise<readonly TimedStep[]> {
  const timed: TimedStep[] = []
  for (const planned of lane) {
    const sentMs = performance.now()
    const step = await takeCall(acting, planned, { isConcurrent: true })
    if (step !== undefined) timed.push({ step, sentMs, answeredMs: performance.now() })
  }
  return timed
}

async function takeCall(
  { stage, results, due }: Acting,
  { id, action }: PlannedCall,
  { isConcurrent }: { readonly isConcurrent: boolean },
): Promise<CallStep | undefined> {
  const { operation, client: name } = action
  const client = clientOf(stage, name)
  const key = client.keys().find(action.key)
  const named = results.resolve(action)
  if (key === undefined || named === undefined) return undefined
  const answer = await ask(stage, { ...named, step: id, operation, key })
  results.keep(id, answer, named.body)
  const labelId = operation === 'buyLabel' ? textIn(resourceIn(answer, 'label'), 'id') : undefined
  if (labelId !== undefined && stage.sureOfEvents.has(name)) due.push({ client: name, labelId })
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

function clientOf(stage: Stage, name: ClientName): Client {
  const client = stage.clients.get(name)
  if (client === undefined) throw new StepRefused(`there is no client ${name}`, { wasSent: false })
  return client
}

/** Deliveries that came in a burst go with the last of its steps: which of them they are of is not known. */
function withDeliveries(lanes: Burst['lanes'], deliveries: readonly Delivered[]): Burst['lanes'] {
  // In whatever order they are judged, they have come by the end of it: each lane's last has them once.
  const owner = lanes.flat().reduce((last, each) => (each.answeredMs >= last.answeredMs ? each : last))
  return lanes.map((lane) =>
    lane.map((each) => (each === owner ? { ...each, step: { ...each.step, deliveries } } : each)),
  )
}

/** Sends one request, once. Undefined where no answer came. */
async function ask(
  stage: Stage,
  request: {
    readonly step: StepId
    readonly operation: Asked
    readonly id: string | undefined
    readonly body: unknown
    readonly key: HeldKey
  },
): Promise<Answer | undefined> {
  const { step, operation, id, body, key } = request
  let answered: ((json: unknown) => void) | undefined
  try {
    const answer = await stage.host.send(
      {
        method: operation === 'downloadLabel' ? 'GET' : operationOf(operation).method,
        path: operation === 'downloadLabel' ? `${pathOf('getLabel', id)}/download` : pathOf(operation, id),
        key: key.value,
        // A POST without a body still says what it is.
        body: body ?? (takesBody(operation) ? {} : undefined),
        once: true,
        mayBeLost: stage.losesAnswers,
      },
      {
        onExchange: (exchange) => {
          answered = stage.show(step, exchange)
        },
        nameKey: (value) => variableOf(stage, value),
      },
    )
    answered?.(answer.json)
    return answer
  } catch (error) {
    if (error instanceof TransportFailure) return undefined
    throw error
  }
}

const takesBody = (operation: Asked): boolean =>
  operation !== 'downloadLabel' && operation !== 'buyBatch' && operationOf(operation).method === 'POST'

/** The variable that stands for a key in the lines of a report: each of the walk's keys has its own. */
function variableOf(stage: Stage, value: string): string {
  for (const client of stage.clients.values()) {
    const name = client.keys().nameOf(value)
    if (name !== undefined) return `KEY_${client.name}_${name}`.toUpperCase()
  }
  return 'KEY'
}

const buying: ReadonlySet<Asked> = new Set(['buyLabel', 'buyBatch', 'createBatch'])

/** What is due at once is done and answered when a move by nothing is. */
async function drain(stage: Stage, client: Client, steps: readonly CallStep[]): Promise<void> {
  if (client.account === undefined || !stage.isListening(client.name)) return
  if (
    !steps.some(
      ({ operation, answer }) => buying.has(operation) && (answer === undefined || succeeded(answer)),
    )
  )
    return
  if (stage.host.target.control?.works.has('clock') !== true) return
  await client.moveClock({ seconds: 0 }, client.nowMs())
}

function taken(stage: Stage): readonly Delivered[] {
  return [...stage.receivers.values()].flatMap((receiver) => receiver.take())
}
