import type { Fired } from '../target/account.ts'
import type { Answer } from '../wire/answer.ts'
import { TransportFailure } from '../wire/failures.ts'
import { isObject } from '../wire/fields.ts'
import { type OperationName, operationOf, pathOf } from '../wire/operation.ts'
import { type Client, type HeldKey, StepRefused } from './cast.ts'
import { succeeded } from './reading.ts'
import { openFinding, type Results } from './results.ts'
import type { Stage } from './stage.ts'
import type {
  Burst,
  CallAction,
  CallStep,
  ClientName,
  ClockStep,
  ControlAction,
  ControlStep,
  Delivered,
  Planned,
  Step,
  StepId,
} from './step.ts'

/** Carries out a script on a stage, line by line. */
export interface Performance {
  /** What happened; undefined where it could not be done here, and nothing was. */
  carryOut(planned: Planned): Promise<Step | Burst | undefined>
  /** What has come in since the last step, waited for where something is missing that was due. */
  late(): Promise<readonly Delivered[]>
}

export function openPerformance(stage: Stage): Performance {
  const results = openFinding(stage.host.target.profile)
  const act = openActing(stage, results)
  return {
    late: async () => taken(stage),
    carryOut: async (planned) => {
      stage.begin(planned.id)
      try {
        return 'lanes' in planned
          ? await act.burst(planned.id, planned.lanes)
          : await act.one(planned.id, planned.action)
      } catch (error) {
        if (error instanceof StepRefused) return undefined
        throw error
      }
    },
  }
}

interface Acting {
  one(id: StepId, action: CallAction | ControlAction): Promise<Step | undefined>
  burst(
    id: StepId,
    lanes: readonly (readonly { readonly id: StepId; readonly action: CallAction }[])[],
  ): Promise<Burst | undefined>
}

function openActing(stage: Stage, results: Results): Acting {
  const clientOf = (name: ClientName): Client => {
    const client = stage.clients.get(name)
    if (client === undefined) throw new StepRefused(`there is no client ${name}`)
    return client
  }
  const call = async (
    id: StepId,
    action: CallAction,
    isConcurrent: boolean,
  ): Promise<CallStep | undefined> => {
    const client = clientOf(action.client)
    const key = client.keys().find(action.key)
    const named = results.resolve(action)
    if (key === undefined || named === undefined) return undefined
    const answer = await ask(stage, { ...named, operation: action.operation, key })
    results.keep(id, action, answer, named.body)
    return {
      kind: 'call',
      id,
      client: action.client,
      atMs: client.nowMs(),
      deliveries: [],
      isConcurrent,
      operation: action.operation,
      key: key.seen,
      target: named.id,
      body: named.body,
      answer,
    }
  }
  const settled = async (step: Step): Promise<Step> => {
    if (step.kind === 'call') await drain(stage, clientOf(step.client), [step])
    return { ...step, deliveries: taken(stage) }
  }
  return {
    one: async (id, action) => {
      if (action.do === 'call') {
        const step = await call(id, action, false)
        return step && settled(step)
      }
      const client = clientOf(action.client)
      const atMs = client.nowMs()
      const control = await byControl(id, action, { stage, client, results })
      return (
        control &&
        settled({ ...control, id, client: action.client, atMs, deliveries: [], isConcurrent: false })
      )
    },
    burst: async (id, planned) => {
      const lanes = await Promise.all(
        planned.map(async (lane) => {
          const timed = []
          for (const each of lane) {
            const sentMs = performance.now()
            const step = await call(each.id, each.action, true)
            if (step !== undefined) timed.push({ step, sentMs, answeredMs: performance.now() })
          }
          return timed
        }),
      )
      const steps = lanes.flat().map(({ step }) => step)
      const [first] = steps
      if (first === undefined) return undefined
      for (const client of stage.clients.values()) {
        await drain(
          stage,
          client,
          steps.filter((step) => step.client === client.name),
        )
      }
      return { id, lanes: withDeliveries(lanes, taken(stage)) }
    },
  }
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
    readonly operation: CallAction['operation']
    readonly id: string | undefined
    readonly body: unknown
    readonly key: HeldKey
  },
): Promise<Answer | undefined> {
  const { operation, id, body, key } = request
  try {
    return await stage.host.send(
      {
        method: operation === 'downloadLabel' ? 'GET' : operationOf(operation).method,
        path: operation === 'downloadLabel' ? `${pathOf('getLabel', id)}/download` : pathOf(operation, id),
        key: key.value,
        // A POST without a body still says what it is.
        body: body ?? (takesBody(operation) ? {} : undefined),
        once: true,
      },
      {
        onExchange: stage.show,
        nameKey: (value) => variableOf(stage, value),
      },
    )
  } catch (error) {
    if (error instanceof TransportFailure) return undefined
    throw error
  }
}

const takesBody = (operation: CallAction['operation']): boolean =>
  operation !== 'downloadLabel' && operation !== 'buyBatch' && operationOf(operation).method === 'POST'

/** The variable that stands for a key in the lines of a report: each of the walk's keys has its own. */
function variableOf(stage: Stage, value: string): string {
  for (const client of stage.clients.values()) {
    const name = client.keys().nameOf(value)
    if (name !== undefined) return `KEY_${client.name}_${name}`.toUpperCase()
  }
  return 'KEY'
}

const buying: ReadonlySet<OperationName | 'downloadLabel'> = new Set(['buyLabel', 'buyBatch', 'createBatch'])

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

/** The part of a step that says what the control protocol has done. */
type Told = ControlStep extends infer Each
  ? Each extends ControlStep
    ? Omit<Each, 'id' | 'client' | 'atMs' | 'deliveries' | 'isConcurrent'>
    : never
  : never

type ToldClock = Omit<ClockStep, 'id' | 'client' | 'atMs' | 'deliveries' | 'isConcurrent'>

async function byControl(
  id: StepId,
  action: ControlAction,
  by: { readonly stage: Stage; readonly client: Client; readonly results: Results },
): Promise<Told | ToldClock | undefined> {
  const { stage, client, results } = by
  const { account } = client
  if (account === undefined) return undefined
  switch (action.do) {
    case 'advance': {
      const fromMs = client.nowMs()
      const toMs = fromMs + action.seconds * 1_000
      const fired = firedIn(await client.moveClock({ seconds: action.seconds }, toMs))
      return { kind: 'clock', fromMs, toMs, fired }
    }
    case 'next': {
      const fromMs = client.nowMs()
      const fired = firedIn(await client.moveClock({ next: action.kind }, undefined))
      return { kind: 'clock', fromMs, toMs: client.nowMs(), fired }
    }
    case 'add fault':
      await account.faults.add(action.fault)
      return { kind: 'fault added', fault: action.fault }
    case 'clear faults':
      await account.faults.clear()
      return { kind: 'faults cleared' }
    case 'set wallet':
      await account.wallet.set(action.change)
      return { kind: 'wallet set', change: action.change }
    case 'set webhook': {
      const receiver = stage.receivers.get(action.client)
      if (receiver === undefined) return undefined
      const address = receiver.next()
      const secret = await account.webhook.set(address.url)
      address.learnSecret(secret)
      stage.listen(action.client)
      return { kind: 'webhook set', webhook: address.webhook, secret }
    }
    case 'clear webhook':
      await account.webhook.clear()
      return { kind: 'webhook cleared' }
    case 'answer deliveries':
      stage.receivers.get(action.client)?.answer(action.reply)
      return { kind: 'receiver set', reply: action.reply }
    case 'create key': {
      const { environment, scopes, expiresInSeconds } = action
      const expiresAtMs =
        expiresInSeconds === undefined ? undefined : client.nowMs() + expiresInSeconds * 1_000
      const made = await account.keys.create({
        environment,
        ...(scopes !== undefined && { scopes }),
        ...(expiresAtMs !== undefined && { expires_at: new Date(expiresAtMs).toISOString() }),
      })
      const held = client
        .keys()
        .add(id, { value: made.key, id: made.id, environment, scopes: scopes ?? 'all', expiresAtMs })
      return { kind: 'key created', key: held.seen }
    }
    case 'revoke key': {
      const held = client.keys().find(action.key)
      if (held?.id === undefined) return undefined
      await account.keys.revoke(held.id)
      return { kind: 'key revoked', key: client.keys().revoke(action.key)?.seen ?? held.seen }
    }
    case 'scan': {
      const labelId = results.text(action.label)
      if (labelId === undefined) return undefined
      await account.scan(labelId)
      return { kind: 'scanned', labelId }
    }
    case 'script tracking': {
      const number = results.text(action.number)
      if (number === undefined) return undefined
      await account.tracking.script(number, action.name)
      return { kind: 'tracking scripted', number, name: action.name }
    }
    case 'add event': {
      const number = results.text(action.number)
      if (number === undefined) return undefined
      await account.tracking.event(number, action.status, action.detail)
      return { kind: 'event added', number, status: action.status, detail: action.detail }
    }
    case 'connect carrier': {
      const { carrier, credentials } = action
      const accountId = await account.carrierAccounts.connect({ carrier, credentials })
      results.keepText(id, 'account', accountId)
      return { kind: 'carrier connected', carrier, credentials, accountId }
    }
    case 'disconnect carrier': {
      const accountId = results.text(action.account)
      if (accountId === undefined) return undefined
      await account.carrierAccounts.disconnect(accountId)
      return { kind: 'carrier disconnected', accountId }
    }
  }
}

function firedIn(fired: unknown): readonly Fired[] {
  return (Array.isArray(fired) ? fired : []).flatMap((each) => {
    const { at, kind } = isObject(each) ? each : {}
    return typeof at === 'string' && typeof kind === 'string' ? [{ atMs: Date.parse(at), kind }] : []
  })
}
