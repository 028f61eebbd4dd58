import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { isOpenNow } from '../../../simulator/faults/trigger-fault.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Cell, Empty, Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import { countOf, countText } from '../money/money.ts'
import type { PageProps } from '../page.ts'
import { Instant } from '../time/instants.tsx'
import { EndedScenario } from './ended-scenario.tsx'
import { hasEnded, remainsText } from './fault-state.ts'

const columns = [
  { name: 'Where' },
  { name: 'What' },
  { name: 'State' },
  { name: 'Triggered', isNumber: true, isMinor: true },
  { name: 'Remaining', isNumber: true, isMinor: true },
  { name: 'When', isMinor: true },
  { name: 'Action', stays: true },
]

/** Lists the faults that can still trigger, and apart from them those of the past. */
export function FaultTable({ page }: PageProps) {
  const nowMs = page.context.clock.now()
  const faults = [...page.context.state.faults.values()]
  const ended = faults.filter((fault) => hasEnded(fault, nowMs))
  const present = faults.filter((fault) => !hasEnded(fault, nowMs))
  return (
    <>
      {present.length === 0 ? (
        <Empty title="Everything works">
          <p>
            Take a carrier down above, or add any fault below: to requests, webhooks, purchases and addresses,
            too.
          </p>
        </Empty>
      ) : (
        <Card title="Faults" id="fault-list">
          <FaultRows page={page} faults={present} />
          <div class="row">
            <ActionForm
              page={page}
              action="clear"
              submit="Remove all"
              kind="danger"
              confirm="Remove all faults?"
            />
            <EndedScenario page={page} without={present.map(({ id }) => id)} />
          </div>
        </Card>
      )}
      {ended.length === 0 ? null : (
        <details class="more" id="past-faults">
          <summary>{countOf(ended.length, 'past fault')}</summary>
          <FaultRows page={page} faults={ended} caption="Past faults" />
        </details>
      )}
    </>
  )
}

interface FaultRowsProps extends PageProps {
  readonly faults: readonly FaultRecord[]
  readonly caption?: string
}

/** Renders a table of faults, each with its removal: the page needs the action `remove`. */
export function FaultRows({ page, faults, caption = 'Faults' }: FaultRowsProps) {
  return (
    <Table caption={caption} columns={columns}>
      {faults.map((fault) => (
        <FaultRow page={page} fault={fault} />
      ))}
    </Table>
  )
}

function FaultRow({ page, fault }: PageProps & { readonly fault: FaultRecord }) {
  const nowMs = page.context.clock.now()
  const { id, target, operation, mode, code, hits, times, startsAtMs, endsAtMs, scenario } = fault
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
        ) : hasEnded(fault, nowMs) ? (
          <Badge>over</Badge>
        ) : (
          <Badge tone="note">to come</Badge>
        )}
      </Cell>
      <Cell isNumber isMinor>
        {countText(hits)}
      </Cell>
      <Cell isNumber isMinor>
        {hasEnded(fault, nowMs) ? 'nothing' : remainsText(fault, nowMs, 'no end')}
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
        <EndedScenario page={page} without={[id]} />
      </Cell>
    </tr>
  )
}
