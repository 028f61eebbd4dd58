import { isObject } from '../../../http/fields.ts'
import type { StatementId } from '../../../section.ts'
import { integerIn, listIn, resourceIn, textIn } from '../../response-fields.ts'
import type { CallStep, ClientName, Environment, WalletChange } from '../../step.ts'
import type { FaultState } from '../fault-state.ts'

/** What is known of the live wallet of a client. */
export interface Wallet {
  /** What it held when it was seen last, less what was taken since; undefined until it is seen. */
  readonly cents: number | undefined
  /** The step that showed it or moved it last. */
  readonly since: string
  readonly seenAtMs: number
  /** What may still come back for voids and for items of batches: whether and when is not stated. */
  readonly credit: number
  /** Something has happened since it was seen for which money may come back. */
  readonly isOpen: boolean
  /** Undefined where nobody has said. */
  readonly reload: WalletChange['auto_reload']
  readonly card: WalletChange['payment_method']
  /** So many reloads may come: when they do is not stated, and a purchase that failed may begin one. */
  readonly reloads: number
  /** A purchase was refused for want of money that a reload would have brought; undefined where none was since it was set. */
  readonly unpaidSince: { readonly id: string; readonly atMs: number } | undefined
  /** What has happened since it was seen, none of which may have moved it. */
  readonly freeEvents: readonly FreeEvent[]
}

/** Something that must leave the wallet as it is, and the statement that says so. */
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

/** How many reloads a wallet with so much left is due, until it holds more than its threshold. */
function reloadsDue({ reload, card }: Wallet, left: number): number {
  if (reload === null || reload === undefined) return 0
  if ((card !== undefined && card !== 'valid') || reload.amount_cents <= 0) return 0
  return left > reload.threshold_cents
    ? 0
    : Math.floor((reload.threshold_cents - left) / reload.amount_cents) + 1
}

/** Whatever becomes of a purchase, it may bring about the reloads that it needs. */
export function withReloadsDue(wallet: Wallet, cost: number | undefined): Wallet {
  if (wallet.cents === undefined) return wallet
  const due = Math.max(reloadsDue(wallet, wallet.cents - (cost ?? 0)), reloadsDue(wallet, wallet.cents))
  return due <= wallet.reloads ? wallet : { ...wallet, reloads: due }
}

/** How a balance came about: how much of it was paid back, and how often money was reloaded. */
interface Explained {
  readonly credit: number
  readonly reloads: number
}

/** Undefined where this cannot be what is in the wallet. */
export function explain(wallet: Wallet, found: number, atMs: number): Explained | undefined {
  const { cents, credit, isOpen, seenAtMs, reload, reloads } = wallet
  if (cents === undefined) return { credit: 0, reloads: 0 }
  const more = found - cents
  if (more < 0) return undefined
  if (reload === undefined) return { credit: 0, reloads: 0 }
  const amount = reload === null ? 0 : reload.amount_cents
  const times = amount > 0 ? Math.min(reloads, Math.floor(more / amount)) : 0
  const rest = more - times * amount
  return rest <= (isOpen || atMs !== seenAtMs ? credit : 0) ? { credit: rest, reloads: times } : undefined
}

/** One reload, or those that are due, would pay for it, and nothing is known that keeps them from coming. */
export function isReloadedFor(wallet: Wallet, cost: number): boolean {
  const { cents, card, reload } = wallet
  if (cents === undefined || reload === null || reload === undefined || card !== 'valid') return false
  return cents < cost && cents + reload.amount_cents >= cost && cents <= reload.threshold_cents
}

/** The most that can be in it now. */
export function maxBalance({ cents = 0, credit, reload, reloads }: Wallet): number {
  return cents + credit + reloads * (reload?.amount_cents ?? 0)
}

/** It holds so much: from here on that is known. */
export function withObserved(
  wallet: Wallet,
  cents: number | undefined,
  by: {
    readonly id: string
    readonly atMs: number
    readonly isConcurrent: boolean
    readonly explained: Explained | undefined
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

/** Money may come back from here on. */
export function withPendingRefund(wallet: Wallet, cents: number): Wallet {
  return { ...wallet, credit: wallet.credit + cents, isOpen: true }
}

/** What the control protocol has made of it. */
export function applyChange(
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

/** Nothing of this may move the wallet. */
export function withFreeEvent(wallet: Wallet, event: FreeEvent): Wallet {
  return wallet.cents === undefined
    ? wallet
    : { ...wallet, freeEvents: [...wallet.freeEvents.slice(-3), event] }
}

/** What the balance follows from, in words. */
export function reasonOf({ cents, since, freeEvents }: Wallet): string {
  const start = `the wallet held ${cents} cents at ${since}`
  return freeEvents.length === 0
    ? `${start}, and nothing since may have moved it`
    : `${start}; since then: ${freeEvents.map(({ what }) => what).join(', ')}, none of which may move it`
}

/** What a wallet may hold beyond what it must, as the rest of a sentence. */
export function describePossibleExtra({ credit, reloads, reload }: Wallet): string {
  const more = [
    ...(credit > 0 ? [`up to ${credit} that may be paid back`] : []),
    ...(reloads > 0 && reload != null
      ? [`up to ${reloads} reloads of ${reload.amount_cents} cents each`]
      : []),
  ]
  return more.length === 0 ? '' : `, or more by ${more.join(' and ')}`
}

/** What is known of wallets, and of what was quoted and paid. */
export interface WalletMemory {
  readonly faultState: FaultState
  readonly wallets: Readonly<Partial<Record<ClientName, Wallet>>>
  readonly rates: Readonly<Record<string, Priced>>
  /** Live labels and batches that were paid for, and for which nothing has come back yet. */
  readonly paid: Readonly<Record<string, Payment>>
  /** Where in a wallet its balance can stand: the names of its fields are not stated. */
  readonly places: readonly string[] | undefined
  /** What purchases in the sandbox have shown as the balance after them. */
  readonly sandbox: Readonly<Partial<Record<ClientName, number>>>
  /** What a test key read in its wallet, where that is not the live one, by the places of its numbers. */
  readonly free: Readonly<Partial<Record<ClientName, Readonly<Record<string, number>>>>>
}

/** A price that was paid from a live wallet, and whose wallet that was. */
interface Payment {
  readonly client: ClientName
  readonly cents: number
}

interface Priced {
  readonly cents: number
  readonly environment: Environment
  /** The carrier may bill the client itself for what goes by its own account: then the label says that it was free. */
  readonly mayBeFree: boolean
}

/** A client's live wallet. */
export const walletOf = ({ wallets: all }: WalletMemory, client: ClientName): Wallet =>
  all[client] ?? unknownWallet

/** The memory with another wallet of a client. */
export function withWallet(memory: WalletMemory, client: ClientName, wallet: Wallet): WalletMemory {
  return { ...memory, wallets: { ...memory.wallets, [client]: wallet } }
}

/** The memory with what was paid for a label or a batch. */
export function withPaid(
  memory: WalletMemory,
  paid: { readonly id: string | undefined; readonly cents: number | undefined; readonly client: ClientName },
): WalletMemory {
  const { id, cents, client } = paid
  if (id === undefined || cents === undefined || cents === 0) return memory
  return { ...memory, paid: { ...memory.paid, [id]: { client, cents } } }
}

/** The memory with the rates that an answer gave. */
export function withRates(memory: WalletMemory, step: CallStep): WalletMemory {
  const { environment } = step.key
  const quoted = (listIn(step.answer, 'rates') ?? []).flatMap((rate): [string, Priced][] => {
    const id = textIn(rate, 'id')
    const cents = integerIn(rate, 'rate_cents')
    if (id === undefined || cents === undefined) return []
    return [[id, { cents, environment, mayBeFree: rate['account_type'] === 'byoa' }]]
  })
  if (quoted.length === 0) return memory
  return { ...memory, rates: { ...memory.rates, ...Object.fromEntries(quoted) } }
}

/** The rate that a body names; undefined where it names none that was given. */
export function rateOf({ rates }: WalletMemory, body: unknown): Priced | undefined {
  const id = isObject(body) ? textIn(body, 'rate_id') : undefined
  return id === undefined ? undefined : rates[id]
}

/** What a label's answer says that it cost. */
export const labelCents = (step: CallStep): number | undefined =>
  integerIn(resourceIn(step.answer, 'label'), 'rate_cents')

/** What the items of a batch cost together, by themselves or by their rates. */
export function costOf(memory: WalletMemory, { body }: CallStep): number | undefined {
  const items = isObject(body) ? body['items'] : undefined
  if (!Array.isArray(items)) return undefined
  return items.reduce<number | undefined>((sum, item: unknown) => {
    const cents = isObject(item) ? (integerIn(item, 'rate_cents') ?? rateOf(memory, item)?.cents) : undefined
    return sum === undefined || cents === undefined ? undefined : sum + cents
  }, 0)
}
