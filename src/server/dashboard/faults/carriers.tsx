import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { canTriggerAt } from '../../../simulator/faults/trigger-fault.ts'
import { type CarrierName, carrierNames } from '../../../simulator/specification/model.ts'
import { Badge, Card } from '../../pages/components.ts'
import { loadBuiltInScenarios } from '../../scenarios/catalogue.ts'
import { ActionForm } from '../action-form.tsx'
import { formatRelativeTime } from '../format.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Live } from '../parts.tsx'
import { carrierActions, findFaultsToReplace } from './carrier-actions.ts'
import { FaultForm } from './fault-form.tsx'
import { describeFaultRemainder, FaultRemovalForm, FaultTable } from './fault-parts.tsx'
import { Scenarios } from './scenarios.tsx'

const outageLengths = [
  ['10m', 'for 10 minutes'],
  ['1m', 'for 1 minute'],
  ['1h', 'for 1 hour'],
  ['', 'until it is up again'],
] as const

/** Renders a switch for each carrier, all faults, the connected accounts and the scenarios. */
export const carriers: DashboardPage = {
  path: 'carriers',
  title: 'Carriers',
  shortcut: 'c',
  actions: carrierActions,
  body: async (page) => {
    await loadBuiltInScenarios()
    return (
      <>
        <div class="tiles">
          {carrierNames.map((name) => (
            <CarrierCard page={page} name={name} />
          ))}
        </div>
        <Live page={page} id="faults" topics={['faults', 'clock']}>
          <FaultTable page={page} />
        </Live>
        <FaultForm page={page} />
        <Scenarios page={page} />
        <div class="cards">
          <ConnectedCarriers page={page} />
        </div>
      </>
    )
  },
}

function CarrierCard({ page, name }: PageProps & { readonly name: CarrierName }) {
  const { state, clock } = page.context
  const nowMs = clock.now()
  const faults = [...state.faults.values()].filter(({ target }) =>
    [`carrier:${name}`, 'carrier:*'].includes(target),
  )
  const open = faults
    .filter((fault) => canTriggerAt(fault, nowMs))
    .sort((one, other) => (one.endsAtMs ?? Number.MAX_VALUE) - (other.endsAtMs ?? Number.MAX_VALUE))
  const coming = faults.filter(({ startsAtMs }) => startsAtMs > nowMs)
  const ids = open.filter(isOnOneCarrier).map(({ id }) => id)
  const up = { page, action: 'up', submit: 'Bring up again', about: name, kind: 'main' } as const
  return (
    <Card title={name} id={`carrier-${name}`}>
      <Live page={page} id={`state-${name}`} topics={['faults', 'clock']}>
        <CarrierState open={open} coming={coming} nowMs={nowMs} />
        {open.some(isStrongerThanSwitch) ? null : <SwitchForm page={page} name={name} />}
        {ids.length === 0 ? null : (
          <FaultRemovalForm {...up} values={{ ids: ids.join(' '), name }} removedIds={ids} />
        )}
        {open
          .filter((fault) => !isOnOneCarrier(fault))
          .map(({ id, target, mode }) => (
            <p>
              The fault <a href={`#${id}`}>{`${target} ${mode}`}</a> causes this. Remove it in the list below.
            </p>
          ))}
      </Live>
    </Card>
  )
}

const isOnOneCarrier = ({ target }: FaultRecord): boolean => target !== 'carrier:*'

/** Whether taking the carrier down would change nothing, because this fault triggers first or has the same effect. */
function isStrongerThanSwitch(fault: FaultRecord): boolean {
  return fault.operation === '*' && !(isOnOneCarrier(fault) && fault.mode === 'slow')
}

/** Renders the form that takes a carrier down, or slows it, for the chosen time. */
function SwitchForm({ page, name }: PageProps & { readonly name: CarrierName }) {
  const values = { target: `carrier:${name}` }
  const down = { page, action: 'switch', submit: 'Take down', about: name, form: `switch-${name}` }
  return (
    <FaultRemovalForm
      {...down}
      values={values}
      sample={{ lasts: '10m' }}
      second={{ name: 'mode', value: 'slow', submit: 'Slow it down' }}
      fields={[{ name: 'lasts', label: 'For how long', options: outageLengths }]}
      removedIds={findFaultsToReplace(values, page.context).map(({ id }) => id)}
    />
  )
}

interface CarrierStateProps {
  /** The active faults, sorted by their end. */
  readonly open: readonly FaultRecord[]
  /** The faults that begin later. */
  readonly coming: readonly FaultRecord[]
  readonly nowMs: number
}

function CarrierState({ open, coming, nowMs }: CarrierStateProps) {
  // If several faults have the same mode and operation, only the one that ends last is shown.
  const distinct = new Map(open.map((fault) => [`${fault.mode} ${fault.operation}`, fault]))
  return (
    <div class="stack">
      {open.length === 0 ? (
        <p>
          <Badge tone="good">up</Badge>
        </p>
      ) : null}
      {[...distinct.values()].map((fault) => (
        <p>
          <Badge tone={fault.mode === 'slow' ? 'warn' : 'bad'}>
            {fault.mode}
            {fault.operation === '*' ? '' : ` on ${fault.operation}`}
          </Badge>{' '}
          <span class="muted">{describeFaultRemainder(fault, nowMs, 'until it is up again')}</span>
        </p>
      ))}
      {coming.map(({ id, mode, startsAtMs }) => (
        <p class="muted">
          <a href={`#${id}`}>{mode}</a> {formatRelativeTime(startsAtMs, nowMs)}
        </p>
      ))}
    </div>
  )
}

const credentials = { valid: 'accepted by the carrier', rejected: 'rejected by the carrier' }
const connectFields = [
  { name: 'carrier', label: 'Carrier', options: carrierNames },
  { name: 'nickname', label: 'Name' },
  { name: 'credentials', label: 'Credentials', options: Object.entries(credentials) },
] as const

/** Lists the connected carrier accounts, with a form that connects one. */
function ConnectedCarriers({ page }: PageProps) {
  const connected = [...page.context.state.carrierAccounts.values()]
  const disconnect = { page, action: 'disconnect', submit: 'Disconnect', kind: 'danger' } as const
  const connect = { page, action: 'connect', submit: 'Connect', sample: { carrier: carrierNames[0] } }
  return (
    <Card title="Connected accounts" id="connected">
      <Live page={page} id="connected-list" topics={['carriers']}>
        {connected.length === 0 ? (
          <p class="muted">
            No account is connected. An account adds rates of its carrier at its own prices.
          </p>
        ) : null}
        {connected.map(({ id, carrier, nickname, credentials: state }) => {
          const name = nickname ?? carrier
          return (
            <div class="row">
              <span>
                <b>{carrier}</b> {nickname} {state === 'rejected' ? <Badge tone="bad">rejected</Badge> : null}
              </span>
              <ActionForm {...disconnect} about={name} values={{ id }} confirm={`Disconnect ${name}?`} />
            </div>
          )
        })}
      </Live>
      <ActionForm {...connect} fields={connectFields} />
    </Card>
  )
}
