import type { StatementId } from '../../ledger/statement.ts'
import type { WalletChange } from '../step.ts'

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
  readonly wanting: { readonly id: string; readonly atMs: number } | undefined
  /** What has happened since it was seen, none of which may have moved it. */
  readonly suspects: readonly Suspect[]
}

/** Something that must leave the wallet as it is, and the statement that says so. */
export interface Suspect {
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
  wanting: undefined,
  suspects: [],
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
export function asked(wallet: Wallet, cost: number | undefined): Wallet {
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
export function mostIn({ cents = 0, credit, reload, reloads }: Wallet): number {
  return cents + credit + reloads * (reload?.amount_cents ?? 0)
}

/** It holds so much: from here on that is known. */
export function seen(
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
    suspects: [],
  }
  return asked(next, 0)
}

/** Money may come back from here on. */
export function owing(wallet: Wallet, cents: number): Wallet {
  return { ...wallet, credit: wallet.credit + cents, isOpen: true }
}

/** What the control protocol has made of it. */
export function changed(
  wallet: Wallet,
  change: WalletChange,
  { id, atMs }: { id: string; atMs: number },
): Wallet {
  const next: Wallet = {
    ...wallet,
    reload: change.auto_reload === undefined ? wallet.reload : change.auto_reload,
    card: change.payment_method ?? wallet.card,
    reloads: 0,
    wanting: undefined,
  }
  if (change.balance_cents === undefined) return asked(next, 0)
  const { balance_cents: cents } = change
  return asked({ ...next, cents, since: id, seenAtMs: atMs, isOpen: false, suspects: [] }, 0)
}

/** Nothing of this may move the wallet. */
export function suspecting(wallet: Wallet, suspect: Suspect): Wallet {
  return wallet.cents === undefined
    ? wallet
    : { ...wallet, suspects: [...wallet.suspects.slice(-3), suspect] }
}

/** What the balance follows from, in words. */
export function reasonOf({ cents, since, suspects }: Wallet): string {
  const start = `the wallet held ${cents} cents at ${since}`
  return suspects.length === 0
    ? `${start}, and nothing since may have moved it`
    : `${start}; since then: ${suspects.map(({ what }) => what).join(', ')}, none of which may move it`
}

/** What a wallet may hold beyond what it must, as the rest of a sentence. */
export function mayHaveMore({ credit, reloads, reload }: Wallet): string {
  const more = [
    ...(credit > 0 ? [`up to ${credit} that may be paid back`] : []),
    ...(reloads > 0 && reload != null
      ? [`up to ${reloads} reloads of ${reload.amount_cents} cents each`]
      : []),
  ]
  return more.length === 0 ? '' : `, or more by ${more.join(' and ')}`
}
