import type { Finding, Judge, Judgement } from '../judge.ts'
import { broken, either, ignored, judged } from '../judgement.ts'
import {
  codeOf,
  integerIn,
  isUnsure,
  listIn,
  resourceIn,
  succeeded,
  textIn,
  wholeNumbersIn,
} from '../reading.ts'
import type { CallStep, ClientName, ControlStep } from '../step.ts'

/** What is known of the live wallet of a client. */
interface Wallet {
  /** Undefined until it is seen, and again where something may have moved it that is not stated. */
  readonly cents: number | undefined
  /** The step that showed it or moved it last. */
  readonly since: string
  /** It may fill itself; undefined where nobody has said. */
  readonly reloads: boolean | undefined
}

interface Memory {
  readonly wallets: Readonly<Partial<Record<ClientName, Wallet>>>
  /** What each rate was quoted for, in cents. */
  readonly prices: Readonly<Record<string, number>>
}

const nothingKnown: Wallet = { cents: undefined, since: '', reloads: undefined }

/** Live purchases take what they cost, and nothing else takes anything. */
export const wallets: Judge<Memory> = {
  group: 'EXPL-001',
  start: { wallets: {}, prices: {} },
  after: (memory, step) => {
    if (step.kind === 'wallet set') return ignored(withWallet(memory, step.client, walletSet(memory, step)))
    if (step.kind !== 'call') return ignored(memory)
    switch (step.operation) {
      case 'createRates':
        return ignored(withPrices(memory, step))
      case 'buyLabel':
        return step.key.environment === 'live' ? afterPurchase(memory, step) : ignored(memory)
      case 'createBatch':
        return step.key.environment === 'live' ? afterBatch(memory, step) : ignored(memory)
      case 'buyBatch':
        // What becomes of the cost of items that fail is not stated.
        return step.key.environment === 'live' ? ignored(forgotten(memory, step)) : ignored(memory)
      case 'getWallet':
        return step.key.environment === 'live' ? afterReading(memory, step) : ignored(memory)
      default:
        return ignored(memory)
    }
  },
}

function afterPurchase(memory: Memory, step: CallStep): Judgement<Memory> {
  const wallet = walletOf(memory, step.client)
  const label = resourceIn(step.answer, 'label')
  if (label === undefined) {
    const price = priceOf(memory, step.body)
    // The specification says of this error that nothing is charged.
    const mayBeDone = isUnsure(step.answer) && codeOf(step.answer) !== 'LABEL.CREATION.FAILED'
    if (!mayBeDone || wallet.cents === undefined || succeeded(step.answer)) return ignored(memory)
    if (price === undefined) return ignored(forgotten(memory, step))
    return either(
      memory,
      withWallet(memory, step.client, { ...wallet, cents: wallet.cents - price, since: step.id }),
    )
  }
  const cost = integerIn(label, 'rate_cents') ?? priceOf(memory, step.body)
  return afterCharge(memory, step, {
    cost,
    shown: integerIn(label, 'wallet_balance_after_cents'),
    statement: 'STATES-6',
  })
}

function afterBatch(memory: Memory, step: CallStep): Judgement<Memory> {
  const batch = resourceIn(step.answer, 'batch')
  if (batch === undefined) return ignored(isUnsure(step.answer) ? forgotten(memory, step) : memory)
  return afterCharge(memory, step, {
    cost: integerIn(batch, 'total_cost_cents'),
    shown: integerIn(batch, 'wallet_balance_after_cents'),
    statement: 'STATES-19',
  })
}

/** Something was paid for, and the answer may say what is left. */
function afterCharge(
  memory: Memory,
  step: CallStep,
  {
    cost,
    shown,
    statement,
  }: {
    readonly cost: number | undefined
    readonly shown: number | undefined
    readonly statement: Finding['statement']
  },
): Judgement<Memory> {
  const wallet = walletOf(memory, step.client)
  const next = (cents: number | undefined): Memory =>
    withWallet(memory, step.client, { ...wallet, cents, since: step.id })
  if (cost === undefined || wallet.cents === undefined || wallet.reloads !== false)
    return ignored(next(shown))
  const left = wallet.cents - cost
  if (shown === undefined) return ignored(next(left))
  if (shown === left) return judged(next(left))
  return broken(next(shown), {
    statement,
    expected: `${left} cents left, for ${cost} of ${wallet.cents} were taken`,
    seen: `${shown} cents left`,
    why: `the wallet held ${wallet.cents} cents at ${wallet.since}, and nothing since may have changed it`,
  })
}

function afterReading(memory: Memory, step: CallStep): Judgement<Memory> {
  if (!succeeded(step.answer)) return ignored(memory)
  const wallet = walletOf(memory, step.client)
  const numbers = wholeNumbersIn(step.answer.json)
  if (wallet.cents === undefined || wallet.reloads !== false) return ignored(memory)
  if (numbers.includes(wallet.cents)) return judged(memory)
  return broken(memory, {
    statement: 'STATES-10',
    expected: `${wallet.cents} cents in the wallet`,
    seen: `the numbers ${numbers.join(', ')} in it`,
    why: `it held ${wallet.cents} cents at ${wallet.since}, and nothing since may have taken any`,
  })
}

function walletSet(
  memory: Memory,
  { client, change, id }: Extract<ControlStep, { kind: 'wallet set' }>,
): Wallet {
  const before = walletOf(memory, client)
  return {
    cents: change.balance_cents ?? before.cents,
    since: change.balance_cents === undefined ? before.since : id,
    reloads: change.auto_reload === undefined ? before.reloads : change.auto_reload !== null,
  }
}

const walletOf = ({ wallets: all }: Memory, client: ClientName): Wallet => all[client] ?? nothingKnown

function withWallet(memory: Memory, client: ClientName, wallet: Wallet): Memory {
  return { ...memory, wallets: { ...memory.wallets, [client]: wallet } }
}

function forgotten(memory: Memory, step: CallStep): Memory {
  return withWallet(memory, step.client, { ...walletOf(memory, step.client), cents: undefined })
}

function withPrices(memory: Memory, step: CallStep): Memory {
  const quoted = (listIn(step.answer, 'rates') ?? []).flatMap((rate): [string, number][] => {
    const id = textIn(rate, 'id')
    const cents = integerIn(rate, 'rate_cents')
    return id === undefined || cents === undefined ? [] : [[id, cents]]
  })
  return { ...memory, prices: { ...memory.prices, ...Object.fromEntries(quoted) } }
}

function priceOf({ prices }: Memory, body: unknown): number | undefined {
  const id = textIn(Object(body), 'rate_id')
  return id === undefined ? undefined : prices[id]
}
