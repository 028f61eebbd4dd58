import type { Answer, CapturedExchange } from '../http/answer.ts'
import type { ClientRequest } from '../http/sending/outgoing.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import { type Client, type ControlCall, createClient, createClientWithGivenKeys } from './clients.ts'
import { openReceiver, type Receiver } from './receivers.ts'
import type { ClientName, StepId } from './step.ts'

/** The means that a run provides to its random walks, such as accounts and a function to send requests. */
export interface ExplorationHost {
  readonly target: Target
  /** A signal that is aborted when the run stops. */
  readonly signal: AbortSignal
  /**
   * Sends a request once and passes the exchange to `listener`. Throws TransportFailure if no response came, or the
   * reason why the run did not send the request.
   */
  send(
    request: ClientRequest,
    listener: {
      onExchange(exchange: CapturedExchange): void
      nameKey(key: string): string
    },
  ): Promise<Answer>
  /** Waits for a webhook delivery that is due. Resolves with false after the timeout. */
  waitFor(labelId: string, isThere: () => boolean): Promise<boolean>
}

/** An exchange or a control-protocol call of a step. */
export type SentCall =
  | { readonly id: StepId | undefined; readonly exchange: CapturedExchange; json: unknown }
  | { readonly id: StepId | undefined; readonly control: ControlCall }

/** The accounts of one walk: two new accounts, or the user's own account. */
export interface WalkAccounts {
  readonly host: ExplorationHost
  readonly clients: ReadonlyMap<ClientName, Client>
  readonly receivers: ReadonlyMap<ClientName, Receiver>
  /** All requests and control-protocol calls so far, in order. */
  readonly calls: readonly SentCall[]
  /** Assigns later control-protocol calls to this step. */
  beginStep(id: StepId): void
  /** Records an exchange. Returns a function to call with the JSON of its response. */
  recordExchange(id: StepId, exchange: CapturedExchange): (json: unknown) => void
  /** Clients that have had a webhook in this walk, so that deliveries to them may arrive. */
  readonly withWebhook: Set<ClientName>
  /** Clients for which each purchase must send a webhook event. */
  readonly surelyNotified: Set<ClientName>
  /** Clients whose webhook events a fault of the walk may suppress. */
  readonly losingDeliveries: Set<ClientName>
  /** True once a fault of the walk may suppress responses. */
  mayLoseResponses: boolean
  /** Deletes the accounts of the walk. Resolves with those that could not be deleted. */
  close(): Promise<readonly string[]>
}

/** Creates the accounts of a walk, or uses the keys that the user gave if the target cannot create accounts. */
export async function openWalkAccounts(
  host: ExplorationHost,
  { seed, names }: { readonly seed: string; readonly names: readonly ClientName[] },
): Promise<WalkAccounts> {
  const calls: SentCall[] = []
  let at: StepId | undefined
  const clients = await createClients(host.target, {
    seed,
    names,
    onCall: (control) => calls.push({ id: at, control }),
  })
  const receivers = new Map<ClientName, Receiver>()
  const { inbox, control } = host.target
  if (inbox !== undefined && control?.works.has('webhook') === true) {
    for (const name of clients.keys()) receivers.set(name, openReceiver(inbox, name))
  }
  return {
    host,
    clients,
    receivers,
    calls,
    beginStep: (id) => {
      at = id
    },
    recordExchange: (id, exchange) => {
      const sent = { id, exchange, json: undefined as unknown }
      calls.push(sent)
      return (json) => {
        sent.json = json
      }
    },
    mayLoseResponses: false,
    withWebhook: new Set(),
    surelyNotified: new Set(),
    losingDeliveries: new Set(),
    close: async () => {
      for (const receiver of receivers.values()) receiver.close()
      const dropped = await Promise.all(
        [...clients.values()].map(async (client) => ({ client, gone: await client.deleteAccount() })),
      )
      return dropped.filter(({ gone }) => !gone).map(({ client }) => client.account?.id ?? '')
    },
  }
}

async function createClients(
  target: Target,
  by: { readonly seed: string; readonly names: readonly ClientName[]; onCall(call: ControlCall): void },
): Promise<ReadonlyMap<ClientName, Client>> {
  const { control, keys } = target
  if (control === undefined || !hasOwnAccounts(target)) {
    const { test, limited, revoked, expired } = keys
    return new Map([['a', createClientWithGivenKeys({ test, limited, revoked, expired })]])
  }
  const hasClock = control.works.has('clock')
  const createNamedClient = (name: ClientName): Promise<Client> =>
    createClient(name, { control: control.client, seed: by.seed, hasClock, onCall: by.onCall })
  const made = await Promise.allSettled(by.names.map(createNamedClient))
  const clients = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const failed = made.find((each) => each.status === 'rejected')
  if (failed !== undefined) {
    // If one account cannot be created, the walk does not run, so the other accounts are deleted.
    await Promise.all(clients.map((client) => client.deleteAccount()))
    throw failed.reason
  }
  return new Map(clients.map((client) => [client.name, client]))
}
