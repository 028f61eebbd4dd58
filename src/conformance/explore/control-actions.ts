import { isObject } from '../http/fields.ts'
import type { ControlledAccount, Fired } from '../target/account.ts'
import type { Client } from './clients.ts'
import type { ResponseStore } from './references.ts'
import type { ClockStep, ControlAction, ControlStep, StepId } from './step.ts'
import type { WalkAccounts } from './walk-accounts.ts'

/** The effect of a control-protocol action of a random walk, without the time and the client of the step. */
type ControlOutcome = ControlStep | ClockStep extends infer Each
  ? Each extends ControlStep | ClockStep
    ? Omit<Each, 'id' | 'client' | 'atMs' | 'deliveries' | 'isConcurrent'>
    : never
  : never

interface ActionContext {
  readonly accounts: WalkAccounts
  readonly client: Client
  readonly responses: ResponseStore
}

type ActionOf<Does extends ControlAction['do']> = Extract<ControlAction, { readonly do: Does }>

/** Runs a walk's action of the control protocol. Resolves with undefined if the resource of the action is missing. Throws StepRefused. */
export async function runControlAction(
  id: StepId,
  action: ControlAction,
  on: ActionContext,
): Promise<ControlOutcome | undefined> {
  const { account } = on.client
  if (account === undefined) return undefined
  switch (action.do) {
    case 'advance':
    case 'next':
      return moveClock(action, on.client)
    case 'add fault':
      await account.faults.add(action.fault)
      if (action.fault['target'] === 'api') on.accounts.mayLoseResponses = true
      if (action.fault['target'] === 'webhook') {
        on.accounts.losingDeliveries.add(action.client)
        on.accounts.surelyNotified.delete(action.client)
      }
      return { kind: 'fault added', fault: action.fault }
    case 'clear faults':
      await account.faults.clear()
      return { kind: 'faults cleared' }
    case 'set wallet':
      await account.wallet.set(action.change)
      return { kind: 'wallet set', change: action.change }
    case 'set webhook':
    case 'clear webhook':
    case 'answer deliveries':
      return changeWebhook(action, on, account)
    case 'create key':
      return createKey(id, action, on.client, account)
    case 'revoke key':
      return revokeKey(action, on.client, account)
    case 'scan':
    case 'script tracking':
    case 'add event':
      return scanOrTrackParcel(action, on.responses, account)
    case 'connect carrier':
    case 'disconnect carrier':
      return changeCarrierAccounts(id, action, on.responses, account)
  }
}

/** Moves the clock of a client. Resolves with its time before and after, and the work that the service did. */
async function moveClock(action: ActionOf<'advance' | 'next'>, client: Client): Promise<ControlOutcome> {
  const fromMs = client.nowMs()
  if (action.do === 'next') {
    const fired = readFiredTasks(await client.moveClock({ next: action.kind }, undefined))
    return { kind: 'clock', fromMs, toMs: client.nowMs(), fired }
  }
  const toMs = Math.round(fromMs + action.seconds * 1_000)
  const fired = readFiredTasks(await client.moveClock({ seconds: action.seconds }, toMs))
  return { kind: 'clock', fromMs, toMs, fired }
}

/** Sets or clears the webhook of a client, or sets the replies of its receiver. Resolves with undefined without a receiver. */
async function changeWebhook(
  action: ActionOf<'set webhook' | 'clear webhook' | 'answer deliveries'>,
  { accounts }: ActionContext,
  account: ControlledAccount,
): Promise<ControlOutcome | undefined> {
  const receiver = accounts.receivers.get(action.client)
  if (receiver === undefined) return undefined
  if (action.do === 'answer deliveries') {
    receiver.setReply(action.reply)
    return { kind: 'receiver set', reply: action.reply }
  }
  if (action.do === 'clear webhook') {
    await account.webhook.clear()
    accounts.surelyNotified.delete(action.client)
    return { kind: 'webhook cleared' }
  }
  const webhook = action.again === true ? receiver.findLastWebhook() : receiver.openWebhook()
  if (webhook === undefined) return undefined
  const secret = await account.webhook.set(webhook.url)
  webhook.learnSecret(secret)
  accounts.withWebhook.add(action.client)
  const isSure =
    accounts.host.target.control?.works.has('clock') === true && !accounts.losingDeliveries.has(action.client)
  if (isSure) accounts.surelyNotified.add(action.client)
  return { kind: 'webhook set', webhook: webhook.number, secret }
}

/** Creates a key, and stores it under the id of the step. */
async function createKey(
  id: StepId,
  { environment, scopes, expiresInSeconds }: ActionOf<'create key'>,
  client: Client,
  account: ControlledAccount,
): Promise<ControlOutcome> {
  const expiresAtMs = expiresInSeconds === undefined ? undefined : client.nowMs() + expiresInSeconds * 1_000
  const made = await account.keys.create({
    environment,
    ...(scopes !== undefined && { scopes }),
    ...(expiresAtMs !== undefined && { expires_at: new Date(expiresAtMs).toISOString() }),
  })
  const facts = { environment, scopes: scopes ?? 'all', expiresAtMs } as const
  const held = client.keys().add(id, { value: made.key, id: made.id, ...facts })
  return { kind: 'key created', key: held.seen }
}

async function revokeKey(
  { key }: ActionOf<'revoke key'>,
  client: Client,
  account: ControlledAccount,
): Promise<ControlOutcome | undefined> {
  const held = client.keys().find(key)
  if (held?.id === undefined) return undefined
  await account.keys.revoke(held.id)
  return { kind: 'key revoked', key: client.keys().revoke(key)?.seen ?? held.seen }
}

/** Scans the package of a label, or changes its tracking. Resolves with undefined if the walk has no such label. */
async function scanOrTrackParcel(
  action: ActionOf<'scan' | 'script tracking' | 'add event'>,
  responses: ResponseStore,
  account: ControlledAccount,
): Promise<ControlOutcome | undefined> {
  const text = responses.text(action.do === 'scan' ? action.label : action.number)
  if (text === undefined) return undefined
  switch (action.do) {
    case 'scan':
      await account.scan(text)
      return { kind: 'scanned', labelId: text }
    case 'script tracking':
      await account.tracking.script(text, action.name)
      return { kind: 'tracking scripted', number: text, name: action.name }
    case 'add event':
      await account.tracking.event(text, action.status, action.detail)
      return { kind: 'event added', number: text, status: action.status, detail: action.detail }
  }
}

async function changeCarrierAccounts(
  id: StepId,
  action: ActionOf<'connect carrier' | 'disconnect carrier'>,
  responses: ResponseStore,
  account: ControlledAccount,
): Promise<ControlOutcome | undefined> {
  if (action.do === 'connect carrier') {
    const { carrier, credentials } = action
    const accountId = await account.carrierAccounts.connect({ carrier, credentials })
    responses.storeText(id, 'account', accountId)
    return { kind: 'carrier connected', carrier, credentials, accountId }
  }
  const accountId = responses.text(action.account)
  if (accountId === undefined) return undefined
  await account.carrierAccounts.disconnect(accountId)
  return { kind: 'carrier disconnected', accountId }
}

/** Reads the work that the service did when the clock was moved; ignores entries of another form. */
function readFiredTasks(fired: unknown): readonly Fired[] {
  return (Array.isArray(fired) ? fired : []).flatMap((each) => {
    const { at, kind } = isObject(each) ? each : {}
    return typeof at === 'string' && typeof kind === 'string' ? [{ atMs: Date.parse(at), kind }] : []
  })
}
