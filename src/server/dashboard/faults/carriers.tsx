import type { Context } from '../../../simulator/accounts/context.ts'
import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { isOpenNow } from '../../../simulator/faults/trigger-fault.ts'
import { type CarrierName, carrierNames } from '../../../simulator/specification/model.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Choice } from '../../pages/components/field.tsx'
import { loadBuiltIns } from '../../scenarios/catalogue.ts'
import { ActionForm, fieldOf } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { carrierActions } from './carrier-actions.ts'
import { ConnectedCarriers } from './connected-carriers.tsx'
import { EndedScenario } from './ended-scenario.tsx'
import { FaultForm } from './fault-form.tsx'
import { FaultTable } from './fault-parts.tsx'
import { hasEnded, remainsText } from './fault-state.ts'
import { Scenarios } from './scenario-parts.tsx'

const lengths = [
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

/** Returns the carrier's own faults that can still trigger. */
function faultsOf({ state, clock }: Context, name: CarrierName): readonly FaultRecord[] {
  const nowMs = clock.now()
  return [...state.faults.values()].filter(
    (fault) => fault.target === `carrier:${name}` && !hasEnded(fault, nowMs),
  )
}

function CarrierCard({ page, name }: PageProps & { readonly name: CarrierName }) {
  return (
    <Card title={name} id={`carrier-${name}`}>
      <Live page={page} id={`state-${name}`} topics={['faults', 'clock']}>
        <CarrierState context={page.context} name={name} />
        {faultsOf(page.context, name).length === 0 ? (
          <TakeDownForms page={page} name={name} />
        ) : (
          <RestoreForm page={page} name={name} />
        )}
      </Live>
    </Card>
  )
}

/** Renders the forms that take a working carrier down, or slow it. */
function TakeDownForms({ page, name }: PageProps & { readonly name: CarrierName }) {
  const target = `carrier:${name}`
  return (
    <>
      <ActionForm
        page={page}
        action="down"
        submit="Take down"
        about={name}
        values={{ target, mode: 'down' }}
        sample={{ lasts: '10m' }}
      >
        <Choice
          {...fieldOf(page, 'down', 'lasts')}
          form={`down-${name}`}
          label="For how long"
          options={lengths}
        />
      </ActionForm>
      <ActionForm
        page={page}
        action="slow"
        submit="Slow it down"
        about={name}
        values={{ target, mode: 'slow' }}
      />
    </>
  )
}

function CarrierState({ context, name }: { readonly context: Context; readonly name: CarrierName }) {
  const nowMs = context.clock.now()
  const open = [...context.state.faults.values()]
    .filter((fault) => [`carrier:${name}`, 'carrier:*'].includes(fault.target) && isOpenNow(fault, nowMs))
    .sort((one, other) => (one.endsAtMs ?? Number.MAX_VALUE) - (other.endsAtMs ?? Number.MAX_VALUE))
  // If several faults do the same, the one that ends last counts.
  const distinct = new Map(open.map((fault) => [`${fault.mode} ${fault.operation}`, fault]))
  if (open.length === 0)
    return (
      <p>
        <Badge tone="good">up</Badge>
      </p>
    )
  return (
    <div class="stack">
      {[...distinct.values()].map((fault) => (
        <p>
          <Badge tone={fault.mode === 'slow' ? 'warn' : 'bad'}>
            {fault.mode}
            {fault.operation === '*' ? '' : ` on ${fault.operation}`}
          </Badge>{' '}
          <span class="muted">{remainsText(fault, nowMs, 'until it is up again')}</span>
        </p>
      ))}
    </div>
  )
}

/** Removes the faults of this carrier only. */
function RestoreForm({ page, name }: PageProps & { readonly name: CarrierName }) {
  const ids = faultsOf(page.context, name).map(({ id }) => id)
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
      <EndedScenario page={page} without={ids} />
    </>
  )
}
