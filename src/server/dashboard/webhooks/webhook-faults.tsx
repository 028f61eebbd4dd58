import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { carrierActions } from '../faults/carrier-actions.ts'
import { FaultRows } from '../faults/fault-parts.tsx'
import type { Actions, PageProps } from '../page.ts'

const modeLabels = [
  ['drop', 'Drop: the attempt never arrives'],
  ['duplicate', 'Duplicate: the delivery comes twice'],
  ['delay', 'Delay: the attempt comes late'],
  ['bad_signature', 'Bad signature: it does not match'],
] as const

const { add, again, remove } = carrierActions

/** The actions for faults of webhooks. The page of carriers defines them. */
export const webhookFaultActions: Actions = {
  ...(add && { add }),
  ...(again && { again }),
  ...(remove && { remove }),
}

/** Lists the faults of webhooks, with a form that adds one. */
export function WebhookFaults({ page }: PageProps) {
  return (
    <Card title="Faults of webhooks" id="webhook-faults">
      <ActionForm
        page={page}
        action="add"
        submit="Add fault"
        values={{ target: 'webhook' }}
        sample={{ mode: 'drop', times: '1' }}
      >
        <Choice {...readRefusedField(page, 'add', 'mode')} label="Deliveries" options={modeLabels} />
        <TextField
          {...{ value: '1', ...readRefusedField(page, 'add', 'times') }}
          label="How often"
          note="empty for always"
          type="number"
        />
        <TextField
          {...readRefusedField(page, 'add', 'latency_ms')}
          label="Delay"
          note="ms"
          modes={['delay']}
          type="number"
          placeholder="usual"
        />
      </ActionForm>
      <Live page={page} id="webhook-fault-list" topics={['faults', 'clock']}>
        <WebhookFaultList page={page} />
      </Live>
    </Card>
  )
}

function WebhookFaultList({ page }: PageProps) {
  const faults = [...page.context.state.faults.values()].filter(({ target }) => target === 'webhook')
  return faults.length === 0 ? (
    <p class="muted">No faults of webhooks.</p>
  ) : (
    <FaultRows page={page} faults={faults} />
  )
}
