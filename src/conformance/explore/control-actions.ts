import { isObject } from '../http/fields.ts'
import type { ControlledAccount, Fired } from '../target/account.ts'
import type { Client } from './clients.ts'
import type { Results } from './references.ts'
import type { ClockStep, ControlAction, ControlStep, StepId } from './step.ts'
import type { Stage } from './walk-accounts.ts'

/** What the control protocol has done, without when and for whom. */
type Done = ControlStep | ClockStep extends infer Each
  ? Each extends ControlStep | ClockStep
    ? Omit<Each, 'id' | 'client' | 'atMs' | 'deliveries' | 'isConcurrent'>
    : never
  : never

interface OnStage {
  readonly stage: Stage
  readonly client: Client
  readonly results: Results
}

type Wanted<Does extends ControlAction['do']> = Extract<ControlAction, { readonly do: Does }>

/** Does what only the control protocol can; undefined where what it is about is not there. Throws StepRefused. */
export async function actByControl(
  id: StepId,
  action: ControlAction,
  on: OnStage,
): Promise<Done | undefined> {
  const { account } = on.client
  if (account === undefined) return undefined
  switch (action.do) {
    case 'advance':
    case 'next':
      return moveTime(action, on.client)
    case 'add fault':
      await account.faults.add(action.fault)
      if (action.fault['target'] === 'api') on.stage.losesAnswers = true
      if (action.fault['target'] === 'webhook') {
        on.stage.losingEvents.add(action.client)
        on.stage.sureOfEvents.delete(action.client)
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
      return setWebhook(action, on, account)
    case 'create key':
      return createKey(id, action, on.client, account)
    case 'revoke key':
      return revokeKey(action, on.client, account)
    case 'scan':
    case 'script tracking':
    case 'add event':
      return onPackage(action, on.results, account)
    case 'connect carrier':
    case 'disconnect carrier':
      return changeCarriers(id, action, on.results, account)
  }
}

async function moveTime(action: Wanted<'advance' | 'next'>, client: Client): Promise<Done> {
  const fromMs = client.nowMs()
  if (action.do === 'next') {
    const fired = firedIn(await client.moveClock({ next: action.kind }, undefined))
    return { kind: 'clock', fromMs, toMs: client.nowMs(), fired }
  }
  const toMs = Math.round(fromMs + action.seconds * 1_000)
  const fired = firedIn(await client.moveClock({ seconds: action.seconds }, toMs))
  return { kind: 'clock', fromMs, toMs, fired }
}

async function setWebhook(
  action: Wanted<'set webhook' | 'clear webhook' | 'answer deliveries'>,
  { stage }: OnStage,
  account: ControlledAccount,
): Promise<Done | undefined> {
  const receiver = stage.receivers.get(action.client)
  if (receiver === undefined) return undefined
  if (action.do === 'answer deliveries') {
    receiver.answer(action.reply)
    return { kind: 'receiver set', reply: action.reply }
  }
  if (action.do === 'clear webhook') {
    await account.webhook.clear()
    stage.sureOfEvents.delete(action.client)
    return { kind: 'webhook cleared' }
  }
  const address = action.again === true ? receiver.last() : receiver.next()
  if (address === undefined) return undefined
  const secret = await account.webhook.set(address.url)
  address.learnSecret(secret)
  stage.listen(action.client)
  const isSure =
    stage.host.target.control?.works.has('clock') === true && !stage.losingEvents.has(action.client)
  if (isSure) stage.sureOfEvents.add(action.client)
  return { kind: 'webhook set', webhook: address.webhook, secret }
}

async function createKey(
  id: StepId,
  { environment, scopes, expiresInSeconds }: Wanted<'create key'>,
  client: Client,
  account: ControlledAccount,
): Promise<Done> {
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
  { key }: Wanted<'revoke key'>,
  client: Client,
  account: ControlledAccount,
): Promise<Done | undefined> {
  const held = client.keys().find(key)
  if (held?.id === undefined) return undefined
  await account.keys.revoke(held.id)
  return { kind: 'key revoked', key: client.keys().revoke(key)?.seen ?? held.seen }
}

async function onPackage(
  action: Wanted<'scan' | 'script tracking' | 'add event'>,
  results: Results,
  account: ControlledAccount,
): Promise<Done | undefined> {
  const text = results.text(action.do === 'scan' ? action.label : action.number)
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

async function changeCarriers(
  id: StepId,
  action: Wanted<'connect carrier' | 'disconnect carrier'>,
  results: Results,
  account: ControlledAccount,
): Promise<Done | undefined> {
  if (action.do === 'connect carrier') {
    const { carrier, credentials } = action
    const accountId = await account.carrierAccounts.connect({ carrier, credentials })
    results.keepText(id, 'account', accountId)
    return { kind: 'carrier connected', carrier, credentials, accountId }
  }
  const accountId = results.text(action.account)
  if (accountId === undefined) return undefined
  await account.carrierAccounts.disconnect(accountId)
  return { kind: 'carrier disconnected', accountId }
}

function firedIn(fired: unknown): readonly Fired[] {
  return (Array.isArray(fired) ? fired : []).flatMap((each) => {
    const { at, kind } = isObject(each) ? each : {}
    return typeof at === 'string' && typeof kind === 'string' ? [{ atMs: Date.parse(at), kind }] : []
  })
}
