import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { carrierActions } from '../faults/carrier-actions.ts'
import { FaultRows } from '../faults/fault-parts.tsx'
import type { Actions, PageProps } from '../page.ts'

const modes = [
  ['drop', 'Drop: the attempt never arrives'],
  ['duplicate', 'Duplicate: the delivery comes twice'],
  ['delay', 'Delay: the attempt comes late'],
  ['bad_signature', 'Bad signature: it does not match'],
] as const

const { add, again, remove } = carrierActions

/** The actions for faults of webhooks, which are those of the page of carriers. */
export const webhookFaultActions: Actions = {
  ...(add && { add }),
  ...(again && { again }),
  ...(remove && { remove }),
}

/** Renders the faults of webhooks, and the form that adds one. */
export function WebhookFaults({ page }: PageProps) {
  return (
    <Card title="Faults of webhooks" id="webhook-faults">
      <ActionForm
        page={page}
        action="add"
        submit="Add it"
        values={{ target: 'webhook' }}
        sample={{ mode: 'drop', times: '1' }}
      >
        <Choice {...fieldOf(page, 'add', 'mode')} label="Deliveries" options={modes} />
        <TextField
          {...{ value: '1', ...fieldOf(page, 'add', 'times') }}
          label="How often"
          note="empty for always"
          type="number"
        />
        <TextField
          {...fieldOf(page, 'add', 'latency_ms')}
          label="Delay"
          note="ms"
          modes={['delay']}
          type="number"
          placeholder="usual"
        />
      </ActionForm>
      <Live page={page} id="webhook-fault-list" topics={['faults', 'clock']}>
        <Listed page={page} />
      </Live>
    </Card>
  )
}

function Listed({ page }: PageProps) {
  const faults = [...page.context.state.faults.values()].filter(({ target }) => target === 'webhook')
  return faults.length === 0 ? <p class="muted">None.</p> : <FaultRows page={page} faults={faults} />
}
