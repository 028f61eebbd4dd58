import type { KeyRecord } from '../../../simulator/accounts/records/keys.ts'
import { hasKeyExpired } from '../../../simulator/requests/auth.ts'
import { readLimitStatus } from '../../../simulator/requests/rate-limit.ts'
import {
  downloadLabel,
  downloadSandboxLabel,
  getOperation,
  operationNames,
} from '../../../simulator/specification/operations.ts'
import { isScope, scopes } from '../../../simulator/specification/scopes.ts'
import { Badge, Card, Checkboxes, Empty, Row, Table } from '../../pages/components.ts'
import { ActionForm } from '../action-form.tsx'
import { addCommandOptions, type ControlCall } from '../control-call.ts'
import { shortenKey } from '../curl-lines.ts'
import { addTimeZone, formatCount, formatSpan, Instant } from '../format.tsx'
import type { Actions, DashboardPage, FormValues, PageProps, PageRequest } from '../page.ts'
import { Live, NewestTable } from '../parts.tsx'
import { canShowKeyInFull } from '../service/keys-to-send.ts'
import { FrozenLimit } from '../time/time.tsx'

const actions: Actions = {
  create: {
    call: buildCreateKeyCall,
    message: (_, response) => {
      const { id, key } = Object(response)
      return {
        text: `The key ${id} was created. This is its value, which is not shown again:`,
        code: { label: 'the new key', code: String(key) },
      }
    },
  },
  revoke: {
    call: ({ key = '' }) => ({
      call: 'DELETE /accounts/{account}/keys/{key}',
      params: { key },
      command: `keys revoke ${key}`,
    }),
    message: ({ key }) => `The key ${key} is revoked. From now on, the service refuses requests with it.`,
  },
}

/** Returns the call that creates the key of a form. If no scope is ticked, the key gets every scope. */
function buildCreateKeyCall(values: FormValues): ControlCall {
  const { environment = 'test', expires_at = '' } = values
  const wanted = Object.keys(values).filter((name) => isScope(name) && values[name] === 'on')
  const expires = addTimeZone(expires_at)
  return {
    call: 'POST /accounts/{account}/keys',
    body: {
      environment,
      ...(wanted.length > 0 && { scopes: wanted }),
      ...(expires !== '' && { expires_at: expires }),
    },
    command: addCommandOptions(`keys create --environment ${environment}`, [
      ['--scopes ', wanted.join(',')],
      ['--expires-at ', expires],
    ]),
  }
}

/** Lists the account's API keys with scopes, expiry and what remains of their rate limits. */
export const keys: DashboardPage = {
  path: 'keys',
  title: 'Keys',
  shortcut: 'k',
  actions,
  body: (page) => (
    <>
      <Live page={page} id="key-list" topics={['keys', 'clock']}>
        <NewestTable
          page={page}
          anchor="key-list"
          records={page.context.state.keys}
          caption="Keys"
          nouns={['key', 'keys']}
          columns={columns}
          renderRow={(key) => <KeyRow page={page} of={key} />}
          empty={
            <Empty title="No keys yet">
              <p>Every request needs a key. Create one below.</p>
            </Empty>
          }
        />
      </Live>
      <NewKeyCard page={page} />
      <Live page={page} id="limits" topics={['requests', 'clock', 'keys']}>
        <KeyLimits page={page} />
      </Live>
    </>
  ),
}

const columns = { Key: '', State: '', Scopes: '', Created: 'minor', Expires: 'minor', Action: 'stays' }

function KeyRow({ page, of: key }: PageProps & { readonly of: KeyRecord }) {
  const nowMs = page.context.clock.now()
  const name = shortenKey(key)
  const isChosen = findChosenKey(page)?.id === key.id
  const revoke = { page, action: 'revoke', submit: 'Revoke', about: name, kind: 'danger' } as const
  const cells = [
    <>
      <a href={`${page.path}?limits=${key.id}`} data-row aria-current={isChosen ? 'true' : undefined}>
        <code class="nowrap">{name}</code>
      </a>
      {canShowKeyInFull(page.context, key.value) ? (
        <span class="copied">
          <code class="unseen">{key.value}</code>
          <button type="button" class="copy" data-copy hidden aria-label={`Copy ${name}`}>
            Copy
          </button>
        </span>
      ) : null}
    </>,
    <KeyState of={key} nowMs={nowMs} />,
    key.scopes.length === scopes.length ? 'all' : key.scopes.join(', ') || 'none',
    key.createdAtMs === null ? null : <Instant atMs={key.createdAtMs} nowMs={nowMs} />,
    key.expiresAtMs === null ? 'never' : <Instant atMs={key.expiresAtMs} nowMs={nowMs} />,
    key.revokedAtMs === null ? (
      <ActionForm {...revoke} values={{ key: key.id }} confirm={`Revoke ${name} for good?`} />
    ) : null,
  ]
  return <Row columns={columns} cells={cells} id={key.id} />
}

function KeyState({ of: key, nowMs }: { readonly of: KeyRecord; readonly nowMs: number }) {
  if (key.revokedAtMs !== null) return <Badge tone="bad">revoked</Badge>
  if (hasKeyExpired(key, nowMs)) return <Badge tone="warn">expired</Badge>
  return <Badge tone="good">valid</Badge>
}

const environments = Object.entries({ test: 'test: the sandbox', live: 'live: the wallet pays' })
const newKeyFields = [
  { name: 'environment', label: 'Environment', options: environments },
  { name: 'expires_at', label: 'Expires', note: 'UTC; empty for never', placeholder: '2030-01-31 12:00' },
] as const

function NewKeyCard({ page }: PageProps) {
  const given = page.refused?.action === 'create' ? page.refused.values : {}
  const create = { page, action: 'create', submit: 'Create key', kind: 'main' } as const
  return (
    <Card title="New key" id="new-key">
      <ActionForm {...create} sample={{ environment: 'test' }} fields={newKeyFields}>
        <Checkboxes
          form="create"
          label="Scopes"
          hint="If you tick none, the key gets every scope."
          options={scopes.map((scope) => [scope, scope, given[scope] === 'on'])}
        />
      </ActionForm>
    </Card>
  )
}

const limitedOperations = [...operationNames.map(getOperation), downloadLabel, downloadSandboxLabel]

const limitColumns = { Endpoint: '', Remaining: 'number', Limit: 'number', State: 'minor' }

/** Returns the key whose limits are shown: the one in the URL, or the first. */
function findChosenKey({ context, query }: PageRequest): KeyRecord | undefined {
  const { keys } = context.state
  const [first] = keys.values()
  return keys.get(query.get('limits') ?? '') ?? first
}

/** Renders how many requests each rate limit of a key allows now. */
function KeyLimits({ page }: PageProps) {
  const key = findChosenKey(page)
  if (key === undefined) return null
  const { context } = page
  const nowMs = context.clock.now()
  const rows = limitedOperations.map((operation) => ({
    operation,
    status: readLimitStatus(context, key.id, operation),
  }))
  const usedUp = rows.filter(({ status }) => status.remaining === 0)
  const untilMs = Math.max(0, ...usedUp.map(({ status }) => status.resetAtSeconds * 1_000))
  const used = rows.filter(({ status }) => status.remaining < status.limit).length
  return (
    <details class="more" id="limits-card" open={used > 0}>
      <summary>
        Limits of {shortenKey(key)}: {used === 0 ? 'unused' : `${used} in use`}
      </summary>
      {context.settings.rateLimits ? null : (
        <p>
          <Badge tone="warn">off</Badge> Requests are counted, but none is refused: the simulator was started
          with <code>--rate-limits off</code>.
        </p>
      )}
      <FrozenLimit page={page} untilMs={untilMs} />
      <Table caption="Limits" columns={limitColumns}>
        {rows.map(({ operation, status: { limit, remaining, resetAtSeconds } }) => {
          const cells = [
            <>
              <span class="method">{operation.method}</span> <code>{operation.path}</code>
            </>,
            remaining === 0 ? <Badge tone="bad">0</Badge> : formatCount(remaining),
            formatCount(limit),
            remaining === limit ? 'unused' : `full again in ${formatSpan(resetAtSeconds * 1_000 - nowMs)}`,
          ]
          return <Row columns={limitColumns} cells={cells} id={`limit-${operation.name}`} />
        })}
      </Table>
    </details>
  )
}
