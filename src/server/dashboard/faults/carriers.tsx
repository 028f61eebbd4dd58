import type { Context } from '../../../simulator/accounts/context.ts'
import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { canTriggerAt } from '../../../simulator/faults/trigger-fault.ts'
import { type CarrierName, carrierNames } from '../../../simulator/specification/model.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Choice } from '../../pages/components/field.tsx'
import { loadBuiltIns } from '../../scenarios/catalogue.ts'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { formatRelativeTime } from '../time/instants.tsx'
import { carrierActions, findFaultsToReplace } from './carrier-actions.ts'
import { ConnectedCarriers } from './connected-carriers.tsx'
import { FaultForm } from './fault-form.tsx'
import { describeFaultRemainder, FaultTable, ScenarioEndHint } from './fault-parts.tsx'
import { Scenarios } from './scenario-parts.tsx'

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
    await loadBuiltIns()
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
  const open = findOpenFaults(page.context, name)
  return (
    <Card title={name} id={`carrier-${name}`}>
      <Live page={page} id={`state-${name}`} topics={['faults', 'clock']}>
        <CarrierState context={page.context} name={name} />
        {open.some(isStrongerThanSwitch) ? null : <SwitchForm page={page} name={name} />}
        <RestoreForm page={page} name={name} ids={open.filter(isOnOneCarrier).map(({ id }) => id)} />
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

/** Whether a switch of the carrier has no effect, because this fault triggers first or does the same. */
function isStrongerThanSwitch(fault: FaultRecord): boolean {
  return fault.operation === '*' && !(isOnOneCarrier(fault) && fault.mode === 'slow')
}

/** Renders the form that takes a carrier down, or slows it, for the chosen time. */
function SwitchForm({ page, name }: PageProps & { readonly name: CarrierName }) {
  const values = { target: `carrier:${name}` }
  return (
    <>
      <ActionForm
        page={page}
        action="switch"
        submit="Take down"
        about={name}
        values={values}
        sample={{ lasts: '10m' }}
        second={{ name: 'mode', value: 'slow', submit: 'Slow it down' }}
      >
        <Choice
          {...readRefusedField(page, 'switch', 'lasts')}
          form={`switch-${name}`}
          label="For how long"
          options={outageLengths}
        />
      </ActionForm>
      <ScenarioEndHint
        page={page}
        removedIds={findFaultsToReplace(values, page.context).map(({ id }) => id)}
      />
    </>
  )
}

function CarrierState({ context, name }: { readonly context: Context; readonly name: CarrierName }) {
  const nowMs = context.clock.now()
  const open = findOpenFaults(context, name)
  // If several faults have the same mode and operation, only the one that ends last is shown.
  const distinct = new Map(open.map((fault) => [`${fault.mode} ${fault.operation}`, fault]))
  const coming = listFaultsOnCarrier(context, name).filter(({ startsAtMs }) => startsAtMs > nowMs)
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

/** Returns the active faults of a carrier, sorted by their end. */
function findOpenFaults(context: Context, name: CarrierName): readonly FaultRecord[] {
  const nowMs = context.clock.now()
  return listFaultsOnCarrier(context, name)
    .filter((fault) => canTriggerAt(fault, nowMs))
    .sort((one, other) => (one.endsAtMs ?? Number.MAX_VALUE) - (other.endsAtMs ?? Number.MAX_VALUE))
}

function listFaultsOnCarrier({ state }: Context, name: CarrierName): readonly FaultRecord[] {
  return [...state.faults.values()].filter(({ target }) => [`carrier:${name}`, 'carrier:*'].includes(target))
}

interface RestoreProps extends PageProps {
  readonly name: CarrierName
  /** The ids of the faults of this carrier only. */
  readonly ids: readonly string[]
}

/** Renders the button that removes the faults of a carrier; nothing if it has none. */
function RestoreForm({ page, name, ids }: RestoreProps) {
  if (ids.length === 0) return null
  return (
    <>
      <ActionForm
        page={page}
        action="up"
        submit="Bring up again"
        about={name}
        kind="main"
        values={{ ids: ids.join(' '), name }}
      />
      <ScenarioEndHint page={page} removedIds={ids} />
    </>
  )
}
