import { putInShellQuotes, renderCommandLine } from '../../command-line.ts'
import { controlBase } from '../../control-base.ts'
import { type Caller, joinSteps, listIdSteps, type Step } from './calls.ts'
import type { ReferenceControlCall } from './control-calls.ts'

/** The shell lines of each control protocol call: with curl, and with the equivalent command. */

interface CallLine {
  readonly body?: object
  /** The query of the call, with its question mark. */
  readonly query?: string
  /** Options of curl, such as a file that it sends or writes. */
  readonly options?: string
  /** The arguments of the equivalent command, after `drydock`; absent if there is no such command. */
  readonly command?: string
  /** A step that comes before the call, after the steps that set the ids in its path. */
  readonly before?: Step
}

const accountUrl = `$DRYDOCK${controlBase}/accounts/$ACCOUNT`
const jsonHeader = "-H 'Content-Type: application/json'"
const receiverBody = { url: 'http://127.0.0.1:4011/' }
const trackingNumber = '99994001'
const snapshotFile = 'before.json'

const savedSnapshot: Step = {
  title: 'Take a snapshot',
  code: `curl -s -o ${snapshotFile} ${accountUrl}/snapshot`,
}

const namedSnapshot: Step = {
  title: 'Save a named snapshot',
  code: `curl -s -X PUT ${accountUrl}/snapshots/before`,
}

const callLines: Readonly<Record<string, CallLine>> = {
  createAccount: {
    body: { seed: '7', clock: { mode: 'frozen', rate: 1, now: '2030-01-01T00:00:00.000Z' } },
    command: 'accounts create --seed 7 --clock frozen@2030-01-01T00:00:00Z',
  },
  listAccounts: { command: 'accounts list' },
  deleteAccount: { command: 'accounts delete checkout' },
  pruneAccounts: {
    body: { idle: '7d', dry_run: true },
    command: 'accounts prune --idle 7d --dry-run',
  },
  resetAccount: { command: 'reset' },
  createKey: {
    body: { environment: 'test', scopes: ['rates:read', 'wallet:read'] },
    command: 'keys create --scopes rates:read,wallet:read',
  },
  listKeys: { command: 'keys list' },
  revokeKey: { command: 'keys revoke $CREATED' },
  getClock: { command: 'clock show' },
  changeClock: { body: { mode: 'frozen' }, command: 'clock freeze' },
  advanceClock: { body: { seconds: 900 }, command: 'clock advance 15m' },
  previewAdvance: { body: { seconds: 86_400 }, command: 'clock preview 24h' },
  getLiveWallet: { command: 'wallet show' },
  changeWallet: {
    body: { balance_cents: 50_000, payment_method: 'valid' },
    command: 'wallet set --balance 50000 --card valid',
  },
  fundWallet: { body: { amount_cents: 2_500 }, command: 'wallet fund 2500' },
  listLedger: { query: '?limit=5', command: 'wallet ledger --last 5' },
  setWebhook: { body: receiverBody, command: `webhook set ${receiverBody.url}` },
  getWebhook: { command: 'webhook show' },
  clearWebhook: { command: 'webhook clear' },
  listAllDeliveries: { command: 'webhook deliveries' },
  redeliver: { command: 'webhook redeliver $DELIVERY' },
  addFault: {
    body: { target: 'carrier:UPS', mode: 'down', lasts: '10m' },
    command: 'fault add carrier:UPS down --lasts 10m',
  },
  listFaults: { command: 'fault list' },
  clearFaults: { command: 'fault clear' },
  removeFault: { command: 'fault clear $FAULT' },
  scanLabel: { command: 'tracking scan $LABEL' },
  setTrackingScript: { body: { script: 'lost' }, command: `tracking script ${trackingNumber} lost` },
  pushTrackingEvent: {
    body: { status: 'exception', status_detail: 'Held at customs' },
    command: `tracking event ${trackingNumber} exception 'Held at customs'`,
  },
  pollTrackers: { body: { tracking_number: trackingNumber }, command: `tracking poll ${trackingNumber}` },
  connectCarrier: {
    body: { carrier: 'UPS', nickname: 'Warehouse', credentials: 'valid' },
    command: 'carriers connect UPS --nickname Warehouse',
  },
  listConnectedCarriers: { command: 'carriers list' },
  disconnectCarrier: { command: 'carriers disconnect $CONNECTED' },
  listLabels: { query: '?environment=test&limit=5', command: 'labels --environment test --last 5' },
  listTrackers: { query: '?environment=test&limit=5', command: 'trackers --environment test --last 5' },
  listBatches: { query: '?environment=test&limit=5', command: 'batches --environment test --last 5' },
  listShipments: { query: '?environment=test&limit=5', command: 'shipments --environment test --last 5' },
  listRequests: { query: '?status=4xx&limit=5', command: 'requests --status 4xx --last 5' },
  getSnapshot: { options: '-o snapshot.json', command: `snapshot save ${snapshotFile}` },
  putSnapshot: {
    options: `${jsonHeader} --data-binary @${snapshotFile}`,
    command: `snapshot load ${snapshotFile}`,
    before: savedSnapshot,
  },
  listNamedSnapshots: { command: 'snapshot list' },
  getNamedSnapshot: { options: '-o snapshot.json', before: namedSnapshot },
  saveNamedSnapshot: { command: 'snapshot save --name before' },
  deleteNamedSnapshot: { command: 'snapshot delete --name before', before: namedSnapshot },
  restoreNamedSnapshot: { command: 'snapshot load --name before', before: namedSnapshot },
  listScenarios: { command: 'scenario list' },
  startScenario: { body: { name: 'carrier-outage' }, command: 'scenario run carrier-outage' },
  stopScenario: { command: 'scenario stop' },
  streamEvents: { options: '-N' },
}

/** The value of a path parameter, and the steps that set it if it is a shell variable. */
interface PathPart {
  readonly text: string
  readonly steps: readonly Step[]
}

const buyingSteps: readonly Step[] = listIdSteps('$LABEL')

/** Returns a step that makes a call and stores the first id with a prefix in its response in a shell variable. */
function createIdStep(title: string, variable: string, prefix: string, call: string): Step {
  return { title, code: `${variable}=$(${call} | grep -o '${prefix}_[a-z0-9]*' | head -1)` }
}

const renderBodyOption = (body: object): string =>
  `${jsonHeader} \\\n  -d ${putInShellQuotes(JSON.stringify(body))}`

/**
 * The values of path parameters by parameter name. If a name means something else in one call, the key is the name of
 * this call and the parameter name.
 */
const pathParts: Readonly<Record<string, PathPart>> = {
  key: {
    text: '$CREATED',
    steps: [
      createIdStep(
        'Create a key',
        'CREATED',
        'key',
        `curl -s ${accountUrl}/keys ${renderBodyOption({ environment: 'test' })}`,
      ),
    ],
  },
  fault: {
    text: '$FAULT',
    steps: [
      createIdStep(
        'Add a fault',
        'FAULT',
        'flt',
        `curl -s ${accountUrl}/faults ${renderBodyOption({ target: 'carrier:UPS', mode: 'down' })}`,
      ),
    ],
  },
  label: { text: '$LABEL', steps: buyingSteps },
  number: { text: trackingNumber, steps: [] },
  name: { text: 'before', steps: [] },
  delivery: {
    text: '$DELIVERY',
    steps: [
      {
        title: 'Set the webhook URL',
        code: `curl -s -X PUT ${accountUrl}/webhook ${renderBodyOption(receiverBody)}`,
      },
      ...buyingSteps,
      createIdStep('Read the newest delivery', 'DELIVERY', 'whd', `curl -s ${accountUrl}/webhook/deliveries`),
    ],
  },
  'disconnectCarrier id': {
    text: '$CONNECTED',
    steps: [
      createIdStep(
        'Connect a carrier',
        'CONNECTED',
        'ca',
        `curl -s ${accountUrl}/carrier-accounts ${renderBodyOption({ carrier: 'UPS' })}`,
      ),
    ],
  },
  'cloneShipment id': {
    text: '$SHIPMENT',
    steps: [
      ...buyingSteps,
      createIdStep('Read the newest shipment', 'SHIPMENT', 'shp', `curl -s ${accountUrl}/shipments`),
    ],
  },
  'deleteAccount account': {
    text: 'checkout',
    steps: [
      {
        title: 'Create an account',
        code: `curl -s $DRYDOCK${controlBase}/accounts ${renderBodyOption({ id: 'checkout' })}`,
      },
    ],
  },
}

function findParameterValue({ name }: ReferenceControlCall, parameter: string): PathPart | undefined {
  return pathParts[`${name} ${parameter}`] ?? pathParts[parameter]
}

export function renderCurlScript(call: ReferenceControlCall, caller: Caller): string {
  const { method, summary } = call
  const { body, query = '', options = '' } = callLines[call.name] ?? {}
  const words = [
    'curl -s',
    method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method}`,
    options,
    query === '' ? buildCallUrl(call) : `"${buildCallUrl(call)}${query}"`,
    body === undefined ? '' : renderBodyOption(body),
  ]
  const code = words.filter((word) => word !== '').join(' ')
  return joinSteps([...listStepsBeforeCall(call), { title: summary, code }], caller)
}

/** Returns a script with the `drydock` command that is equivalent to a call; undefined if there is none. */
export function renderCommandScript(call: ReferenceControlCall, caller: Caller): string | undefined {
  const command = callLines[call.name]?.command
  if (command === undefined) return undefined
  const code = renderCommandLine(caller.url, caller.account, command)
  return joinSteps([...listStepsBeforeCall(call), { title: call.summary, code }], caller)
}

function buildCallUrl(call: ReferenceControlCall): string {
  const path = call.path === '/' ? '' : call.path
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => findParameterValue(call, name)?.text ?? (name === 'account' ? '$ACCOUNT' : ''),
  )
  return `$DRYDOCK${controlBase}${filled}`
}

function listStepsBeforeCall(call: ReferenceControlCall): readonly Step[] {
  const { before } = callLines[call.name] ?? {}
  const ids = call.parameters.flatMap(({ name }) => findParameterValue(call, name)?.steps ?? [])
  return before === undefined ? ids : [...ids, before]
}

/** Returns the names of calls for which this file has lines although the OpenAPI document does not contain them. */
export function listUnusedLines(calls: readonly ReferenceControlCall[]): readonly string[] {
  return Object.keys(callLines).filter((name) => calls.every((call) => call.name !== name))
}
