import { Choice } from '../../pages/components/field.tsx'
import { readFieldOrQuery } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { firstKeyId, listKeyOptions } from './keys-to-send.ts'

/** Renders the field that chooses the key of a form's request; by default the account's first test key. */
export function KeyChoice({ page, action }: PageProps & { readonly action: string }) {
  const field = readFieldOrQuery(page, action, 'key', firstKeyId(page.context, 'test'))
  return <Choice {...field} label="Key" options={listKeyOptions(page.context)} />
}
