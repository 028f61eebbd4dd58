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
import type { DashboardPage, PageRequest } from '../page.ts'
import { carrierActions } from './carrier-actions.ts'
import { ConnectedCarriers } from './connected-carriers.tsx'
import { FaultForm, FaultTable } from './fault-parts.tsx'
import { Scenarios } from './scenario-parts.tsx'

const lengths = [
  ['', 'until it is up again'],
  ['1m', 'for 1 minute'],
  ['10m', 'for 10 minutes'],
  ['1h', 'for 1 hour'],
] as const

/** Renders a switch for each carrier, all faults, the connected accounts and the scenarios. */
export const carriers: DashboardPage = {
  path: 'carriers',
  title: 'Carriers',
  shortcut: 'c',
  actions: carrierActions,
  show: async (page) => {
    await loadBuiltIns()
    return {
      body: (
        <>
          <div class="tiles">
            {carrierNames.map((name) => (
              <Switch page={page} name={name} />
            ))}
          </div>
          <Live page={page} id="faults" topics={['faults', 'clock']}>
            <FaultTable page={page} />
          </Live>
          <FaultForm page={page} />
          <div class="cards">
            <ConnectedCarriers page={page} />
            <Scenarios page={page} />
          </div>
        </>
      ),
    }
  },
}

function faultsOf({ state }: Context, name: CarrierName): readonly FaultRecord[] {
  return [...state.faults.values()].filter(({ target }) => target === `carrier:${name}`)
}

function Switch({ page, name }: { readonly page: PageRequest; readonly name: CarrierName }) {
  const target = `carrier:${name}`
  return (
    <Card title={name} id={`carrier-${name}`}>
      <Live page={page} id={`state-${name}`} topics={['faults', 'clock']}>
        <State context={page.context} name={name} />
        <Up page={page} name={name} />
      </Live>
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
    </Card>
  )
}

function State({ context, name }: { readonly context: Context; readonly name: CarrierName }) {
  const nowMs = context.clock.now()
  const open = [...context.state.faults.values()].filter(
    (fault) => [`carrier:${name}`, 'carrier:*'].includes(fault.target) && isOpenNow(fault, nowMs),
  )
  if (open.length === 0)
    return (
      <p>
        <Badge tone="good">up</Badge>
      </p>
    )
  return (
    <p class="row">
      {open.map(({ mode, operation }) => (
        <Badge tone={mode === 'slow' ? 'warn' : 'bad'}>
          {mode}
          {operation === '*' ? '' : ` on ${operation}`}
        </Badge>
      ))}
    </p>
  )
}

/** Removes the faults of this carrier only. */
function Up({ page, name }: { readonly page: PageRequest; readonly name: CarrierName }) {
  const ids = faultsOf(page.context, name).map(({ id }) => id)
  if (ids.length === 0) return null
  return (
    <ActionForm
      page={page}
      action="up"
      submit="Bring up again"
      about={name}
      kind="main"
      values={{ ids: ids.join(' '), name }}
    />
  )
}
