import type { StatementId } from '../../../section.ts'
import { integerIn, resourceIn } from '../../response-fields.ts'
import type { CallStep, ClientName, WalletChange } from '../../step.ts'
import type { FaultState } from '../fault-state.ts'
import type { QuotedRates } from '../quoted-rates.ts'

/** A client's live wallet, as far as the steps of a walk have shown it. */
export interface Wallet {
  /** The last known balance in cents, less later charges; undefined until it is known. */
  readonly cents: number | undefined
  /** The step of the walk that showed the last known balance. */
  readonly since: string
  readonly seenAtMs: number
  /** The cents that voids and failed batch items may still refund. The specification does not say whether and when they do. */
  readonly credit: number
  /** True if a refund may have become possible since the last reading of the wallet. */
  readonly isOpen: boolean
  /** The automatic reload of the wallet; undefined if unknown. */
  readonly reload: WalletChange['auto_reload']
  readonly card: WalletChange['payment_method']
  /** How many automatic reloads may still come. Their time is not specified, and a failed purchase may cause one. */
  readonly reloads: number
  /**
   * The first refused purchase for which an automatic reload should have provided the money; undefined if there was
   * none since the last wallet change.
   */
  readonly unpaidSince: { readonly id: string; readonly atMs: number } | undefined
  /** Events since the last reading of the wallet that must not change the balance. */
  readonly freeEvents: readonly FreeEvent[]
}

/** An event that must not change the balance, and the statement of the specification that says so. */
export interface FreeEvent {
  readonly statement: StatementId
  readonly what: string
}

export const unknownWallet: Wallet = {
  cents: undefined,
  since: '',
  seenAtMs: 0,
  credit: 0,
  isOpen: false,
  reload: undefined,
  card: undefined,
  reloads: 0,
  unpaidSince: undefined,
  freeEvents: [],
}

/** Returns how many automatic reloads it takes until a balance of `left` cents exceeds the reload threshold. */
function countDueReloads({ reload, card }: Wallet, left: number): number {
  if (reload === null || reload === undefined) return 0
  if ((card !== undefined && card !== 'valid') || reload.amount_cents <= 0) return 0
  return left > reload.threshold_cents
    ? 0
    : Math.floor((reload.threshold_cents - left) / reload.amount_cents) + 1
}

/** Adds the automatic reloads that a purchase may cause, even if it fails. */
export function withReloadsDue(wallet: Wallet, cost: number | undefined): Wallet {
  if (wallet.cents === undefined) return wallet
  const due = Math.max(
    countDueReloads(wallet, wallet.cents - (cost ?? 0)),
    countDueReloads(wallet, wallet.cents),
  )
  return due <= wallet.reloads ? wallet : { ...wallet, reloads: due }
}

/** The refunds and the number of automatic reloads that explain a balance. */
interface BalanceExplanation {
  readonly credit: number
  readonly reloads: number
}

/** Returns the refunds and automatic reloads that explain a balance; undefined if none can explain it. */
export function explainBalance(
  wallet: Wallet,
  shownCents: number,
  atMs: number,
): BalanceExplanation | undefined {
  const { cents, credit, isOpen, seenAtMs, reload, reloads } = wallet
  if (cents === undefined) return { credit: 0, reloads: 0 }
  const more = shownCents - cents
  if (more < 0) return undefined
  if (reload === undefined) return { credit: 0, reloads: 0 }
  const amount = reload === null ? 0 : reload.amount_cents
  const times = amount > 0 ? Math.min(reloads, Math.floor(more / amount)) : 0
  const rest = more - times * amount
  return rest <= (isOpen || atMs !== seenAtMs ? credit : 0) ? { credit: rest, reloads: times } : undefined
}

/** True if an automatic reload is due and would provide the money for a purchase of this cost. */
export function isReloadedFor(wallet: Wallet, cost: number): boolean {
  const { cents, card, reload } = wallet
  if (cents === undefined || reload === null || reload === undefined || card !== 'valid') return false
  return cents < cost && cents + reload.amount_cents >= cost && cents <= reload.threshold_cents
}

/** Returns the highest balance that is possible with all refunds and automatic reloads. */
export function computeMaxBalance({ cents = 0, credit, reload, reloads }: Wallet): number {
  return cents + credit + reloads * (reload?.amount_cents ?? 0)
}

/** Returns a wallet with the balance that a response has shown. `explained` are the refunds and reloads in this balance. */
export function withShownBalance(
  wallet: Wallet,
  cents: number | undefined,
  by: {
    readonly id: string
    readonly atMs: number
    readonly isConcurrent: boolean
    readonly explained: BalanceExplanation | undefined
  },
): Wallet {
  const { credit = 0, reloads = 0 } = by.explained ?? {}
  const next: Wallet = {
    ...wallet,
    cents,
    since: by.id,
    seenAtMs: by.atMs,
    credit: wallet.credit - credit,
    isOpen: by.isConcurrent && wallet.isOpen,
    reloads: wallet.reloads - reloads,
    freeEvents: [],
  }
  return withReloadsDue(next, 0)
}

/** Records that the service may later refund these cents to the wallet. */
export function withPendingRefund(wallet: Wallet, cents: number): Wallet {
  return { ...wallet, credit: wallet.credit + cents, isOpen: true }
}

/** Applies a wallet change made through the control protocol. */
export function applyWalletChange(
  wallet: Wallet,
  change: WalletChange,
  { id, atMs }: { id: string; atMs: number },
): Wallet {
  const next: Wallet = {
    ...wallet,
    reload: change.auto_reload === undefined ? wallet.reload : change.auto_reload,
    card: change.payment_method ?? wallet.card,
    reloads: 0,
    unpaidSince: undefined,
  }
  if (change.balance_cents === undefined) return withReloadsDue(next, 0)
  const { balance_cents: cents } = change
  return withReloadsDue({ ...next, cents, since: id, seenAtMs: atMs, isOpen: false, freeEvents: [] }, 0)
}

/** Adds an event that must not change the wallet balance. */
export function withFreeEvent(wallet: Wallet, event: FreeEvent): Wallet {
  return wallet.cents === undefined
    ? wallet
    : { ...wallet, freeEvents: [...wallet.freeEvents.slice(-3), event] }
}

/** Describes why a wallet balance is expected. */
export function describeExpectedBalance({ cents, since, freeEvents }: Wallet): string {
  const start = `the wallet held ${cents} cents at ${since}`
  return freeEvents.length === 0
    ? `${start}, and nothing since may change it`
    : `${start}; since then: ${freeEvents.map(({ what }) => what).join(', ')}, none of which may change it`
}

/** Describes the refunds and reloads that may still change the wallet, as the rest of a sentence. */
export function describePossibleExtra({ credit, reloads, reload }: Wallet): string {
  const more = [
    ...(credit > 0 ? [`up to ${credit} of possible refunds`] : []),
    ...(reloads > 0 && reload != null
      ? [`up to ${reloads} reloads of ${reload.amount_cents} cents each`]
      : []),
  ]
  return more.length === 0 ? '' : `, or more by ${more.join(' and ')}`
}

/** The known wallets, quotes and payments of a walk. */
export interface WalletMemory {
  readonly faultState: FaultState
  readonly wallets: Readonly<Partial<Record<ClientName, Wallet>>>
  readonly rates: QuotedRates
  /** Live labels and batches that were paid and not refunded so far. */
  readonly paid: Readonly<Record<string, Payment>>
  /** The paths of the fields that may be the balance in a wallet response, as the specification does not name them. */
  readonly places: readonly string[] | undefined
  /** The balance in the responses to sandbox purchases, by client. */
  readonly sandbox: Readonly<Partial<Record<ClientName, number>>>
  /**
   * By client and path, the numbers in the sandbox wallet that a test key read. A client whose test key reads the live
   * wallet is missing.
   */
  readonly free: Readonly<Partial<Record<ClientName, Readonly<Record<string, number>>>>>
}

/** A payment from a live wallet. */
interface Payment {
  readonly client: ClientName
  readonly cents: number
}

/** Returns a client's live wallet. */
export const walletOf = ({ wallets: all }: WalletMemory, client: ClientName): Wallet =>
  all[client] ?? unknownWallet

/** Replaces the wallet of a client. */
export function withWallet(memory: WalletMemory, client: ClientName, wallet: Wallet): WalletMemory {
  return { ...memory, wallets: { ...memory.wallets, [client]: wallet } }
}

/** Adds the payment for a label or a batch. */
export function withPayment(
  memory: WalletMemory,
  paid: { readonly id: string | undefined; readonly cents: number | undefined; readonly client: ClientName },
): WalletMemory {
  const { id, cents, client } = paid
  if (id === undefined || cents === undefined || cents === 0) return memory
  return { ...memory, paid: { ...memory.paid, [id]: { client, cents } } }
}

/** Returns the price in the response to a purchase. */
export const readLabelPrice = (step: CallStep): number | undefined =>
  integerIn(resourceIn(step.answer, 'label'), 'rate_cents')
