import type { Answer } from '../../http/answer.ts'
import { listIn } from '../response-fields.ts'
import type { CallStep, ClientName, Step } from '../step.ts'
import type { Checks } from './oracle.ts'

interface Account {
  readonly client: ClientName
  readonly isRejected: boolean
  readonly isGone: boolean
}

/** The carrier accounts that clients have connected in a walk, and what responses showed of them. */
export interface AccountMemory {
  readonly accounts: Readonly<Record<string, Account>>
  /** Keys whose list of carrier accounts has shown account ids. */
  readonly naming: readonly string[]
  /** Clients that have connected no carrier account and have got no `byoa` rates (rates of a client's own account). */
  readonly plain: readonly ClientName[]
}

/** Adds the carrier account that a step connected, or marks the one that a step disconnected. */
export function withCarrierAccounts<Memory extends AccountMemory>(memory: Memory, step: Step): Memory {
  const { accounts } = memory
  if (step.kind === 'carrier connected') {
    const account = { client: step.client, isRejected: step.credentials === 'rejected', isGone: false }
    return { ...memory, accounts: { ...accounts, [step.accountId]: account } }
  }
  if (step.kind !== 'carrier disconnected') return memory
  const account = accounts[step.accountId]
  if (account === undefined) return memory
  return { ...memory, accounts: { ...accounts, [step.accountId]: { ...account, isGone: true } } }
}

/** Returns true if the body of a response contains this id as a JSON text. */
export const containsId = (answer: Answer, id: string): boolean => answer.text.includes(JSON.stringify(id))

/** Checks that the list of carrier accounts contains the client's own accounts and no others. */
export function checkAccountList<Memory extends AccountMemory>(
  checks: Checks,
  memory: Memory,
  { key }: CallStep,
  answer: Answer,
): Memory {
  const entries = Object.entries(memory.accounts)
  const own = entries.filter(([, { client }]) => client === key.client)
  for (const [id, { client }] of entries) {
    if (client === key.client) continue
    checks.that('SERVICE-11', !containsId(answer, id), () => ({
      expected: `only carrier accounts of client ${key.client}`,
      seen: `account ${id} of client ${client}`,
      why: 'the list must not show accounts of other clients',
    }))
  }
  const isNaming = memory.naming.includes(key.name) || own.some(([id]) => containsId(answer, id))
  if (!isNaming) return memory
  for (const [id, { isGone, isRejected }] of own) {
    if (isRejected && !isGone) continue
    checks.that('ENDPOINTS-76', containsId(answer, id) !== isGone, () => ({
      expected: isGone ? `no ${id}` : `${id} among the accounts`,
      seen: isGone ? 'the account is still listed' : 'the account is not listed',
      why: isGone ? 'the account was disconnected before' : `client ${key.client} has connected this account`,
    }))
  }
  return memory.naming.includes(key.name)
    ? memory
    : { ...memory, naming: [...memory.naming, key.name].sort() }
}

/** Checks that a client without carrier accounts gets no `byoa` rates (rates of a client's own account). */
export function checkNoOwnAccountRates<Memory extends AccountMemory>(
  checks: Checks,
  memory: Memory,
  { key, answer }: CallStep,
): Memory {
  const hasConnected = Object.values(memory.accounts).some(
    ({ client, isGone }) => client === key.client && !isGone,
  )
  const rates = listIn(answer, 'rates')
  if (hasConnected || rates === undefined) return memory
  const isPlain = !rates.some((rate) => rate['account_type'] === 'byoa')
  if (!memory.plain.includes(key.client))
    return isPlain ? { ...memory, plain: [...memory.plain, key.client].sort() } : memory
  checks.that('RESOURCES-45', isPlain, () => ({
    expected: 'no rates of own carrier accounts',
    seen: 'rates with the account_type byoa',
    why: `client ${key.client} has connected no carrier account, and was quoted no byoa rates before`,
  }))
  return memory
}
