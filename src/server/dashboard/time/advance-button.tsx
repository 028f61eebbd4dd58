import type { Child } from 'hono/jsx'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { ActionForm } from '../action-form.tsx'
import type { PageRequest } from '../page.ts'
import { MoveEffects, previewEffects } from './effects.tsx'

interface AdvanceOptions {
  readonly kind?: 'main' | 'plain'
  /** A sentence on an effect that the preview does not count. */
  readonly besides?: string
  /** The content of the row before the button. */
  readonly before?: Child
}

/** Renders a button that advances the clock to a time, with the effects of the advance beside it. */
export async function renderAdvanceButton(
  page: PageRequest,
  submit: string,
  toMs: number,
  { kind = 'plain', before, ...sentence }: AdvanceOptions = {},
): Promise<Child> {
  const effects = await previewEffects(page.context, { toMs })
  return (
    <div class="row">
      {before}
      <ActionForm page={page} action="to" submit={submit} kind={kind} values={{ to: toTimestamp(toMs) }} />
      <MoveEffects of={effects} {...sentence} />
    </div>
  )
}
