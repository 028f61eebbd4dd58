import { Choice } from '../../pages/components/field.tsx'
import { queriedField } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { firstKeyId, keyOptions } from './keys-to-send.ts'

/** Renders the choice of the account's key that a form sends its request with; by default its first test key. */
export function KeyChoice({ page, action }: PageProps & { readonly action: string }) {
  const field = queriedField(page, action, 'key', firstKeyId(page.context, 'test'))
  return <Choice {...field} label="Key" options={keyOptions(page.context)} />
}
