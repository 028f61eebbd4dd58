import { isObject } from '../../http/fields.ts'
import { integerIn, listIn, resourceIn, textIn } from '../reading.ts'
import type { CallStep, ClientName, Environment } from '../step.ts'
import type { Trouble } from './trouble.ts'
import { unknownWallet, type Wallet } from './wallet-amounts.ts'

/** What is known of wallets, and of what was quoted and paid. */
export interface WalletMemory {
  readonly trouble: Trouble
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
