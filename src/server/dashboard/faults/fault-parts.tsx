import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { faultModes, faultTargets } from '../../../simulator/faults/targets.ts'
import { isOpenNow } from '../../../simulator/faults/trigger-fault.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Empty } from '../../pages/components/empty.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import type { PageRequest } from '../page.ts'
import { Instant } from '../time/instants.tsx'
import { faultFields } from './fault-fields.ts'

const columns = [
  { name: 'Where' },
  { name: 'What' },
  { name: 'State' },
  { name: 'Triggered', isNumber: true },
  { name: 'Remaining', isNumber: true, isMinor: true },
  { name: 'When', isMinor: true },
  { name: 'Action', stays: true },
]

/** Lists the account's faults and how often each was triggered. */
export function FaultTable({ page }: { readonly page: PageRequest }) {
  const faults = [...page.context.state.faults.values()]
  if (faults.length === 0)
    return (
      <Empty title="Everything works">
        <p>
          Take a carrier down above, or add any fault below: to requests, webhooks, purchases and addresses,
          too.
        </p>
      </Empty>
    )
  return (
    <Card title="Faults" id="fault-list">
      <FaultRows page={page} faults={faults} />
      <ActionForm page={page} action="clear" submit="Remove all" kind="danger" confirm="Remove all faults?" />
    </Card>
  )
}

interface FaultRowsProps {
  readonly page: PageRequest
  readonly faults: readonly FaultRecord[]
}

/** Renders a table of faults, each with its removal: the page needs the action `remove`. */
export function FaultRows({ page, faults }: FaultRowsProps) {
  return (
    <Table caption="Faults" columns={columns}>
      {faults.map((fault) => (
        <FaultRow page={page} fault={fault} />
      ))}
    </Table>
  )
}

function FaultRow({ page, fault }: { readonly page: PageRequest; readonly fault: FaultRecord }) {
  const nowMs = page.context.clock.now()
  const { id, target, operation, mode, code, hits, times, startsAtMs, endsAtMs, scenario } = fault
  const isOver = (endsAtMs !== null && nowMs >= endsAtMs) || (times !== null && hits >= times)
  return (
    <tr id={id}>
      <Cell>
        {target}
        {operation === '*' ? '' : `, ${operation}`}
      </Cell>
      <Cell>
        {mode} {code === null ? null : <code>{code}</code>}{' '}
        {scenario === null ? null : <span class="muted">of {scenario}</span>}
      </Cell>
      <Cell>
        {isOpenNow(fault, nowMs) ? (
          <Badge tone="bad">on</Badge>
        ) : isOver ? (
          <Badge>over</Badge>
        ) : (
          <Badge tone="note">to come</Badge>
        )}
      </Cell>
      <Cell isNumber>{hits}</Cell>
      <Cell isNumber isMinor>
        {times === null ? 'no end' : times - hits}
      </Cell>
      <Cell isMinor>
        {nowMs < startsAtMs ? (
          <div>
            from <Instant atMs={startsAtMs} nowMs={nowMs} />
          </div>
        ) : null}
        <div>
          until{' '}
          {endsAtMs === null ? (
            `it is ${times === null ? 'removed' : 'used up'}`
          ) : (
            <Instant atMs={endsAtMs} nowMs={nowMs} />
          )}
        </div>
      </Cell>
      <Cell stays>
        <ActionForm
          page={page}
          action="remove"
          submit="Remove"
          about={`${target} ${mode}`}
          values={{ fault: id }}
        />
      </Cell>
    </tr>
  )
}

const same = (names: readonly string[]): readonly (readonly [string, string])[] =>
  names.map((name) => [name, name] as const)

/** Renders the form for any fault, with all fields. */
export function FaultForm({ page }: { readonly page: PageRequest }) {
  const isRefused = page.refused?.action === 'add'
  return (
    <details class="more" open={isRefused}>
      <summary>More: any fault, with all its fields</summary>
      <ActionForm
        page={page}
        action="add"
        submit="Add it"
        kind="main"
        sample={{ target: 'api', mode: 'latency', latency_ms: '500' }}
      >
        <Choice {...fieldOf(page, 'add', 'target')} label="Target" options={same(faultTargets)} />
        <Choice {...fieldOf(page, 'add', 'mode')} label="Mode" options={same(faultModes)} />
        <TextField
          {...fieldOf(page, 'add', 'operation')}
          label="Operation"
          placeholder="rates, or POST /v1/labels"
        />
        {Object.entries(faultFields).map(([name, field]) =>
          field.kind === 'choice' ? (
            <Choice
              {...fieldOf(page, 'add', name)}
              label={name}
              options={[['', 'as usual'], ...same(field.choices)]}
            />
          ) : (
            <TextField {...fieldOf(page, 'add', name)} label={name} hint={field.help} />
          ),
        )}
      </ActionForm>
      <p>
        <a href="/docs/faults">What each target and mode does</a>
      </p>
    </details>
  )
}
