import type { KeyRecord } from '../../../simulator/accounts/records/keys.ts'
import { hasExpired } from '../../../simulator/requests/auth.ts'
import { isScope, scopes } from '../../../simulator/specification/scopes.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Checkboxes, Choice, TextField } from '../../pages/components/field.tsx'
import { Cell, Empty } from '../../pages/components/table.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { addCommandOptions, type ControlCall } from '../control-call.ts'
import { NewestTable } from '../newest-table.tsx'
import type { Actions, DashboardPage, FormValues, PageProps } from '../page.ts'
import { isShownInFull } from '../service/fixed-keys.ts'
import { addTimeZone, Instant } from '../time/instants.tsx'
import { findChosenKey, KeyLimits } from './key-limits.tsx'

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

/**
 * Returns the call that creates the key of a form. Without a ticked scope the key gets every scope, as on the command line.
 */
function buildCreateKeyCall(values: FormValues): ControlCall {
  const { environment = 'test', expires_at = '' } = values
  const wanted = Object.keys(values).filter((name) => isScope(name) && values[name] === 'on')
  const expires = expires_at === '' ? undefined : addTimeZone(expires_at)
  return {
    call: 'POST /accounts/{account}/keys',
    body: {
      environment,
      ...(wanted.length > 0 && { scopes: wanted }),
      ...(expires !== undefined && { expires_at: expires }),
    },
    command: addCommandOptions(`keys create --environment ${environment}`, [
      ['--scopes ', wanted.join(',')],
      ['--expires-at ', expires ?? ''],
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
        <KeyTable page={page} />
      </Live>
      <NewKeyCard page={page} />
      <Live page={page} id="limits" topics={['requests', 'clock', 'keys']}>
        <KeyLimits page={page} />
      </Live>
    </>
  ),
}

const columns = [
  { name: 'Key' },
  { name: 'State' },
  { name: 'Scopes' },
  { name: 'Created', isMinor: true },
  { name: 'Expires', isMinor: true },
  { name: 'Action', stays: true },
]

function KeyTable({ page }: PageProps) {
  return (
    <NewestTable
      page={page}
      anchor="key-list"
      records={page.context.state.keys}
      caption="Keys"
      nouns={['key', 'keys']}
      columns={columns}
      row={(key) => <KeyRow page={page} of={key} />}
      empty={
        <Empty title="No keys yet">
          <p>Every request needs a key. Create one below.</p>
        </Empty>
      }
    />
  )
}

function KeyRow({ page, of: key }: PageProps & { readonly of: KeyRecord }) {
  const nowMs = page.context.clock.now()
  const name = `pr_${key.environment}_…${key.value.slice(-4)}`
  const isChosen = findChosenKey(page)?.id === key.id
  return (
    <tr id={key.id}>
      <Cell>
        <a href={`${page.path}?limits=${key.id}`} data-row aria-current={isChosen ? 'true' : undefined}>
          <code class="nowrap">{name}</code>
        </a>
        {isShownInFull(page.context, key.value) ? (
          <span class="copied">
            <code class="unseen">{key.value}</code>
            <button type="button" class="copy" data-copy hidden aria-label={`Copy ${name}`}>
              Copy
            </button>
          </span>
        ) : null}
      </Cell>
      <Cell>
        <KeyState of={key} nowMs={nowMs} />
      </Cell>
      <Cell>{key.scopes.length === scopes.length ? 'all' : key.scopes.join(', ') || 'none'}</Cell>
      <Cell isMinor>
        {key.createdAtMs === null ? null : <Instant atMs={key.createdAtMs} nowMs={nowMs} />}
      </Cell>
      <Cell isMinor>
        {key.expiresAtMs === null ? 'never' : <Instant atMs={key.expiresAtMs} nowMs={nowMs} />}
      </Cell>
      <Cell stays>
        {key.revokedAtMs === null ? (
          <ActionForm
            page={page}
            action="revoke"
            submit="Revoke"
            about={name}
            kind="danger"
            values={{ key: key.id }}
            confirm={`Revoke ${name} for good?`}
          />
        ) : null}
      </Cell>
    </tr>
  )
}

function KeyState({ of: key, nowMs }: { readonly of: KeyRecord; readonly nowMs: number }) {
  if (key.revokedAtMs !== null) return <Badge tone="bad">revoked</Badge>
  if (hasExpired(key, nowMs)) return <Badge tone="warn">expired</Badge>
  return <Badge tone="good">valid</Badge>
}

function NewKeyCard({ page }: PageProps) {
  const given = page.refused?.action === 'create' ? page.refused.values : {}
  return (
    <Card title="New key" id="new-key">
      <ActionForm
        page={page}
        action="create"
        submit="Create key"
        kind="main"
        sample={{ environment: 'test' }}
      >
        <Choice
          {...readRefusedField(page, 'create', 'environment')}
          label="Environment"
          options={[
            ['test', 'test: the sandbox'],
            ['live', 'live: the wallet pays'],
          ]}
        />
        <TextField
          {...readRefusedField(page, 'create', 'expires_at')}
          label="Expires"
          note="UTC; empty for never"
          placeholder="2030-01-31 12:00"
        />
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
