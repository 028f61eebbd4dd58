import type { CallRequest } from '../call-request.ts'
import type { Leftover, Observation } from '../reporting/report.ts'
import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { openSetup, type RatePool } from '../setup.ts'
import { type ControlledAccount, openControlledAccount } from '../target/account.ts'
import type { MadeAccount } from '../target/discovery.ts'
import type { Box } from '../target/inbox.ts'
import { keyVariable } from '../target/key-variable.ts'
import { minutes, seconds } from '../target/need.ts'
import { shareAccount } from '../target/shared-account.ts'
import { isolates, type Target } from '../target/target.ts'
import type { Answer } from '../wire/answer.ts'
import type { KeptExchange } from '../wire/capture.ts'
import type { Client, Hears } from '../wire/client.ts'
import { errorCodeOf, isSuccess, summary } from '../wire/expect.ts'
import { NotJudged, Throttled, Unsafe } from '../wire/failures.ts'
import { operationOf, pathOf } from '../wire/operation.ts'
import { pause } from '../wire/pause.ts'
import { openAwaiting } from './awaiting.ts'
import type { Patience, VainWait } from './patience.ts'
import type { Slots } from './slots.ts'
import { madeId, type Spending } from './spending.ts'

/** What all rules of a run share. */
export interface Run {
  readonly target: Target
  readonly client: Client
  readonly signal: AbortSignal
  readonly slots: Slots
  readonly patience: Patience
  /** Rates that nobody has bought yet, where rules share an account. */
  readonly pool: RatePool | undefined
  readonly spending: Spending
  readonly leftovers: Leftover[]
  onAnswer(answer: Answer): void
  onObservation(observation: Observation): void
}

/** A rule at work: its context, what it has sent, and what is to be put away after it. */
export interface OpenContext {
  readonly t: RuleContext
  readonly exchanges: readonly KeptExchange[]
  /** How time passed for it, if any had to. */
  readonly clock: () => 'virtual' | 'real' | null
  /** How many requests of each kind were sent. */
  readonly sent: ReadonlyMap<string, number>
  /** The last wait that came to nothing, if any did. */
  readonly vain: () => VainWait | undefined
  putAway(): Promise<void>
}

/** The time a rule's revoked or expired key takes to be one. */
const expiresAfterMs = seconds(2)

export function openContext(rule: ActiveRule, run: Run, made: MadeAccount | undefined): OpenContext {
  const { target, client, signal } = run
  const exchanges: KeptExchange[] = []
  const sent = new Map<string, number>()
  /** Undefined for one that may have been bought, and was not named. */
  const boughtLive: (string | undefined)[] = []
  const own = isolates(target)
  const may = (need: 'spend' | 'load'): boolean => rule.needs.some((each) => each === need)
  let clockKind: 'virtual' | 'real' | null = null
  let box: Box | undefined
  /** The last that says what time it is. */
  let dated: Answer | undefined

  const account: ControlledAccount | undefined =
    target.control === undefined
      ? undefined
      : openControlledAccount(target.control.client, made?.id ?? 'default')
  const shared = account === undefined || own ? undefined : shareAccount(account, () => run.pool?.clear())
  const controlled = (): ControlledAccount => {
    if (account === undefined) throw new Unsafe(`${rule.id} uses the control protocol without needing it`)
    return shared?.account ?? account
  }
  const hasClock = target.control?.works.has('clock') === true
  const awaiting = openAwaiting(run)

  const hears: Hears = {
    onExchange: (exchange) => {
      exchanges.push(exchange)
      // Only what led up to the end is of use to a reader.
      if (exchanges.length > 40) exchanges.splice(10, 1)
    },
    onAnswer: (answer) => {
      const name = answer.operation ?? 'other'
      sent.set(name, (sent.get(name) ?? 0) + 1)
      if (answer.headers['date'] !== undefined) dated = answer
      run.onAnswer(answer)
    },
    ruleId: rule.id,
    nameKey: (key) => keyVariable(key, [made?.keys, target.keys]),
    maySpend: () => own || may('spend'),
  }

  const baseKey = (kind: 'test' | 'live'): string => {
    const value = made?.keys[kind] ?? target.keys[kind]
    if (value === undefined) throw new Unsafe(`${rule.id} uses a ${kind} key without needing it`)
    return value
  }
  const keyValue = (key: CallRequest['key']): string | undefined => {
    if (key === null) return undefined
    return typeof key === 'object' ? key.value : baseKey(key ?? 'test')
  }
  const checkLoad = (request: CallRequest): void => {
    if (request.takes429 === true && !may('load'))
      throw new Unsafe(`${rule.id} exhausts a limit without needing "load"`)
  }

  const call: RuleContext['call'] = async (name, request = {}) => {
    checkLoad(request)
    const key = keyValue(request.key)
    const isRealLive = !own && key?.startsWith('pr_live_') === true
    if (isRealLive && (name === 'createBatch' || name === 'buyBatch')) {
      throw new Unsafe(`${rule.id} would charge a live wallet for a batch, which nothing gives back`)
    }
    const { method } = operationOf(name)
    const send = (): Promise<Answer> =>
      client.send(
        {
          method,
          path: pathOf(name, request.id),
          key,
          headers: request.headers,
          // A POST without a body still says what it is.
          body: request.body ?? (method === 'POST' && name !== 'buyBatch' ? {} : undefined),
          takes429: request.takes429,
        },
        hears,
      )
    // Without that leave the client refuses to send it; a rate quoted live may be charged whatever the key.
    const isPaid = name === 'buyLabel' && (isRealLive || run.spending.knows(request.body))
    if (isPaid && may('spend')) return buyLive(request.body, send)
    const answer = await send()
    if (isRealLive && name === 'createRates') run.spending.learnPrices(answer)
    if (!own) rememberLeftover(answer)
    return answer
  }

  /** A purchase from a wallet that is somebody's own: paid for within what may be spent, voided in the end. */
  const buyLive = async (body: unknown, send: () => Promise<Answer>): Promise<Answer> => {
    const takeBack = run.spending.reserve(body)
    try {
      const answer = await send()
      // Only an error of the service's own says that nothing was bought: a gateway knows nothing of it.
      if (answer.status >= 400 && errorCodeOf(answer) !== undefined) takeBack()
      else boughtLive.push(madeId(answer, 'label'))
      return answer
    } catch (error) {
      if (error instanceof Throttled) takeBack()
      else boughtLive.push(undefined)
      throw error
    }
  }

  const rememberLeftover = (answer: Answer): void => {
    const kind = leaves.get(answer.operation)
    const id = kind === undefined ? undefined : madeId(answer, kind)
    if (kind === undefined || id === undefined) return
    const environment = answer.request.key?.startsWith('pr_live_') === true ? 'live' : 'test'
    run.leftovers.push({ kind, id, note: `made with the ${environment} key by ${rule.id}` })
  }

  const passTime: RuleContext['passTime'] = async (spanMs) => {
    if (hasClock) {
      clockKind = 'virtual'
      await controlled().clock.advance(spanMs)
      return
    }
    clockKind = 'real'
    await run.slots.leave(() => pause(spanMs, signal))
  }

  const t: RuleContext = {
    baseUrl: target.baseUrl,
    profile: target.profile,
    call,
    send: (request) =>
      client.send(
        {
          ...request,
          key: request.key === undefined ? undefined : keyValue(request.key),
          headers: request.headers,
        },
        hears,
      ),
    key: async (kind) => {
      if (kind === 'test' || kind === 'live') return baseKey(kind)
      if (target.control?.works.has('keys') !== true) {
        const given = target.keys[kind]
        if (given === undefined) throw new Unsafe(`${rule.id} uses a ${kind} key without needing it`)
        return given
      }
      const { keys, clock } = controlled()
      if (kind === 'limited') return (await keys.create({ environment: 'test', scopes: ['wallet:read'] })).key
      if (kind === 'revoked') {
        const { id, key } = await keys.create({ environment: 'test' })
        await keys.revoke(id)
        return key
      }
      const lastsMs = hasClock ? minutes(1) : expiresAfterMs
      const now = hasClock ? await clock.now() : Date.now()
      const { key } = await keys.create({
        environment: 'test',
        expires_at: new Date(now + lastsMs).toISOString(),
      })
      if (hasClock) await clock.advance(lastsMs + minutes(1))
      else await run.slots.leave(() => pause(lastsMs + seconds(1), signal))
      return key
    },
    keyWithScopes: async (scopes, environment = 'test') => {
      const { key } = await controlled().keys.create({ environment, scopes })
      return key
    },
    get setup() {
      return setup
    },
    get account() {
      return controlled()
    },
    isOwnAccount: own,
    hasClock,
    passTime,
    now: async () => {
      if (hasClock) return controlled().clock.now()
      if (skewOf(dated) === undefined) await call('getWallet')
      return Date.now() + (skewOf(dated) ?? 0)
    },
    inbox: async () => {
      const { inbox } = target
      if (inbox === undefined) throw new Unsafe(`${rule.id} uses the inbox without needing it`)
      let secret = target.webhookSecret
      if (target.control?.works.has('webhook') === true) {
        box = inbox.openBox()
        secret = await controlled().webhook.set(box.url)
      } else {
        box = inbox.openSharedBox()
      }
      const opened = box
      return {
        url: opened.url,
        secret,
        respond: opened.respond,
        waitFor: (labelId, attempts = 1) => awaiting.arrivals(opened, labelId, attempts),
        arrivals: (labelId) => {
          opened.claim(labelId)
          return opened.arrivals(labelId)
        },
        all: () => opened.arrivals(),
      }
    },
    lookUntil: awaiting.lookUntil,
    observe: (topic, value) => run.onObservation({ topic, value }),
    notJudged: (reason) => {
      throw new NotJudged(reason)
    },
  }
  const setup = openSetup({ t, pool: run.pool })

  /** Labels bought from somebody's own wallet are voided whatever became of the rule. */
  const voidLive = async (id: string | undefined): Promise<void> => {
    if (id === undefined) {
      const note = `perhaps bought by ${rule.id}: no answer named it, look for it in the shipping history`
      run.leftovers.push({ kind: 'live label', id: 'unknown', note })
      return
    }
    const path = pathOf('voidLabel', id)
    const voided = await client
      .send({ method: 'DELETE', path, key: baseKey('live'), cleansUp: true }, hears)
      .then(
        // The rule may have voided it itself.
        (answer) =>
          isSuccess(answer) || errorCodeOf(answer) === 'LABEL.VOID.ALREADY_REQUESTED'
            ? 'voided'
            : `not voided: ${summary(answer)}`,
        (error: unknown) => `not voided: ${String(error)}`,
      )
    run.leftovers.push({ kind: 'live label', id, note: `bought by ${rule.id}, ${voided}` })
  }

  return {
    t,
    exchanges,
    clock: () => clockKind,
    sent,
    vain: awaiting.vain,
    putAway: async () => {
      box?.close()
      for (const id of boughtLive.splice(0)) await voidLive(id)
      for (const what of (await shared?.putBack()) ?? []) {
        run.leftovers.push({ kind: 'account', id: 'default', note: `${rule.id} could not leave ${what}` })
      }
    },
  }
}

/** By how much the target's clock is ahead of ours; undefined where no answer has told. */
function skewOf(dated: Answer | undefined): number | undefined {
  const serverMs = Date.parse(dated?.headers['date'] ?? '')
  return dated === undefined || Number.isNaN(serverMs) ? undefined : serverMs - dated.receivedAtMs
}

const leaves = new Map<string | null, 'label' | 'tracker' | 'batch'>([
  ['buyLabel', 'label'],
  ['registerTracker', 'tracker'],
  ['createBatch', 'batch'],
])
