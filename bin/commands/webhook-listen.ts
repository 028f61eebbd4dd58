import { buildAccountControls } from '../../src/client/account.ts'
import { defaultKeys } from '../../src/client/default-keys.ts'
import type { ControlCaller } from '../../src/client/http/control.ts'
import { UnreachableError } from '../../src/client/http/unreachable-error.ts'
import type { AccountWebhook } from '../../src/client/webhook.ts'
import { createIntegerReader, httpUrl, secret as secretText, text } from '../files/reader.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { defineFlag, defineOption, defineOptionWithDefault } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { createTimeReader } from '../printing/account-time.ts'
import { formatEvent } from '../printing/event-line.ts'
import { print, printProblem } from '../printing/output.ts'
import type { ReceivedEvent } from '../printing/received-event.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { createRemoteSimulator, jsonOption, remoteOptions } from '../remote.ts'
import { buildListenerUrl, findWebhookToRestore } from '../replaced-webhook.ts'
import { SetupError } from '../setup-error.ts'
import { catchStopOfCommand } from '../stop-signal.ts'

const port = defineOptionWithDefault({
  name: 'port',
  // In the environment and in a configuration file, `port` and `host` belong to the simulator. So these options have
  // other names there.
  setting: 'webhook-listen-port',
  describe: 'port to listen on; 0 for any free port',
  reader: createIntegerReader({ min: 0, max: 65_535 }),
  otherwise: '4011',
})

const host = defineOptionWithDefault({
  name: 'host',
  setting: 'webhook-listen-host',
  describe: 'address to listen on',
  reader: text,
  otherwise: '127.0.0.1',
})

const secret = defineOption({
  name: 'secret',
  describe: "signing secret (by default the account's)",
  reader: secretText,
  variable: 'DRYDOCK_WEBHOOK_SECRET',
})

const set = defineFlag({
  name: 'set',
  describe: "set this receiver as the account's webhook while it runs, and use its secret",
})

const forwardTo = defineOption({
  name: 'forward',
  describe: 'forward each event to this URL, and return its response',
  reader: httpUrl,
})

const respond = defineOption({
  name: 'respond',
  describe: 'status of the response if the signature is good (default: 200)',
  reader: createIntegerReader({ min: 200, max: 599 }),
})

export const webhookListen: Command = {
  options: [port, host, secret, set, forwardTo, respond, ...remoteOptions],
  examples: [
    { line: 'drydock webhook listen --set', does: 'Print the events of the simulator' },
    {
      line: 'drydock webhook listen --set --respond 500',
      does: 'Make every attempt fail, and watch the retries',
    },
    {
      line: 'drydock webhook listen --set --forward http://127.0.0.1:3000/hooks',
      does: 'Print the events and the responses of your own server',
    },
  ],
  run: async (input) => {
    if (input.get(respond) !== undefined && input.get(forwardTo) !== undefined) {
      throw new UsageError('--forward returns the response of its URL. Leave --respond out.')
    }
    const stop = catchStopOfCommand({ orOutputGone: true })
    const onEvent = input.get(jsonOption) ? printJson : printLine
    const receiver = await startReceiver({
      port: input.get(port),
      host: input.get(host),
      secret: await findSigningSecret(input),
      respond: input.get(respond) ?? 200,
      forwardTo: input.get(forwardTo),
      now: createTimeReader(createRemoteSimulator(input).account.clock),
      onEvent,
      // A body that is too large is reported on stderr: stdout has only events, and this body may not be an event.
      onTooLarge: (at) => printProblem(`${at}  a body larger than 64 KiB  response 413`),
    })
    try {
      const restore = input.get(set)
        ? await setTemporaryWebhook(createRemoteSimulator(input).account.webhook, receiver)
        : undefined
      const where = `drydock webhook listening on ${receiver.url}\n`
      // With --json, a program reads events from stdout, so the address goes to stderr.
      if (input.get(jsonOption)) process.stderr.write(where)
      else print(where)
      await stop.stopped
      await restore?.().catch(ignoreUnreachable)
    } finally {
      await receiver.close()
    }
    return 0
  },
}

/** Returns the secret that signs the account's events. */
async function findSigningSecret(input: CommandInput): Promise<string> {
  const { account, control } = createRemoteSimulator(input)
  const ownSecret = input.get(secret)
  // With --set, the simulator returns the secret when the webhook is set.
  if (input.get(set)) return ownSecret ?? defaultKeys.signingSecret
  const isDefault = account.id === 'default'
  if (ownSecret !== undefined && (isDefault || ownSecret !== (await readDefaultSecret(control))))
    return ownSecret
  if (isDefault) return readDefaultSecret(control)
  const { signing_secret } = await account.webhook.get()
  if (signing_secret !== null) return signing_secret
  throw new SetupError(
    `The account ${account.id} has no webhook, so no secret yet. Make this receiver its webhook with --set, or set a webhook first.`,
  )
}

/**
 * Returns the secret of the default account, which drydock exec puts into the environment. Returns the fixed secret if
 * the account has no webhook, or no simulator responds.
 */
async function readDefaultSecret(control: ControlCaller): Promise<string> {
  try {
    const { signing_secret } = await buildAccountControls(control, 'default').webhook.get()
    return signing_secret ?? defaultKeys.signingSecret
  } catch (error) {
    ignoreUnreachable(error)
    return defaultKeys.signingSecret
  }
}

async function startReceiver(options: Parameters<typeof openReceiver>[0]): Promise<Receiver> {
  try {
    return await openReceiver(options)
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const reason = isTaken
      ? 'it is in use; choose another'
      : error instanceof Error
        ? error.message
        : String(error)
    throw new SetupError(`Cannot listen on --port ${options.port}: ${reason}.`)
  }
}

/** Makes the receiver the account's webhook. Returns a function that restores the account's earlier webhook. */
async function setTemporaryWebhook(
  webhook: AccountWebhook,
  receiver: Receiver,
): Promise<() => Promise<void>> {
  const before = await findWebhookToRestore((await webhook.get()).url, receiver.url)
  const own = buildListenerUrl(before, receiver.url)
  const { signing_secret } = await webhook.set(own)
  if (signing_secret !== null) receiver.setSecret(signing_secret)
  return async () => {
    const { url } = await webhook.get()
    // If somebody has set another webhook meanwhile, the account keeps it.
    if (url !== own) return
    const previous = await findWebhookToRestore(before, receiver.url)
    if (previous === null) await webhook.clear()
    else await webhook.set(previous)
  }
}

/** Ignores the error of a simulator that has stopped; throws any other error. */
function ignoreUnreachable(error: unknown): void {
  if (!(error instanceof UnreachableError)) throw error
}

function printJson(event: ReceivedEvent, status: number): void {
  print(`${JSON.stringify({ ...event, answered_with: status })}\n`)
}

function printLine(event: ReceivedEvent, status: number): void {
  print(`${formatEvent(event, status)}\n`)
}
