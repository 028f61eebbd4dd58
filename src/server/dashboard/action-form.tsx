import type { Child } from 'hono/jsx'
import { ApiError } from '../../simulator/specification/errors.ts'
import { renderCommandLine } from '../command-line.ts'
import { Button, Choice, CodeBlock, TextField } from '../pages/components.ts'
import type { NextCall } from './control-call.ts'
import { controlTokenLine, writeCurlLines } from './curl-lines.ts'
import type { FormValues, PageProps, PageRequest, Question } from './page.ts'
import { findFirstKeyId, listKeyOptions } from './service/keys-to-send.ts'

/** The properties of a required field for a whole number, and of one for a number that may have a fraction. */
export const wholeNumber = { type: 'number', isRequired: true } as const
export const decimalNumber = { ...wholeNumber, isFraction: true } as const

/** A text field or a choice of a form, as data: the form adds its value and its errors after a refusal. */
type FormField = Omit<Parameters<typeof TextField>[0], 'form'> | Omit<Parameters<typeof Choice>[0], 'form'>

/** A button that submits a form, with the field that only this button sends. */
interface FormButton {
  readonly submit: string
  readonly kind?: 'main' | 'plain' | 'danger'
  readonly name?: string
  readonly value?: string
}

export interface ActionFormProps extends PageProps {
  /** The name of the page's action that the form submits. */
  readonly action: string
  /** The text of the form's button. */
  readonly submit: string
  readonly kind?: FormButton['kind']
  /** Values that the form sends besides its visible fields. */
  readonly values?: FormValues
  /** Sample values for the commands, used for fields that are empty. */
  readonly sample?: FormValues
  /** The object of the action, for screen readers: needed if a page has several similar forms. */
  readonly about?: string
  /** A question to confirm first, for an action that cannot be undone. Sentences after it say what is lost. */
  readonly confirm?: string
  /** The CSS class of a form with its own layout. */
  readonly layout?: string
  readonly second?: Required<Omit<FormButton, 'kind'>>
  /** Whether the form sends a file. */
  readonly hasFile?: boolean
  /** Whether the form has the equivalent commands; true by default. */
  readonly hasCommands?: boolean
  /** The fields at the beginning of the form. The children of the element come after them. */
  readonly fields?: readonly FormField[]
  /** The id that begins the HTML ids of `fields`; by default the action. */
  readonly form?: string
  readonly children?: Child
}

/** Renders a form for an action of its page, with the equivalent commands. */
export function ActionForm(props: ActionFormProps) {
  const { page, action, submit, values = {}, about, confirm, second, fields = [], children } = props
  const isFilled = children !== undefined || fields.length > 0
  const buttons: readonly FormButton[] = [{ submit, kind: props.kind ?? 'plain' }, second ?? []].flat()
  const buildButtonLabel = (text: string) => (about ? `${text}: ${about}` : undefined)
  const rendered = buttons.map(({ submit: text, ...button }) => (
    <Button {...button} label={buildButtonLabel(text)}>
      {text}
    </Button>
  ))
  return (
    <div class="action">
      <form
        class={props.layout ?? (isFilled ? 'inline filled' : 'inline')}
        method="post"
        enctype={props.hasFile === true ? 'multipart/form-data' : undefined}
        // The query keeps the filter and the input of the page if the form is refused.
        action={page.address}
      >
        {Object.entries({
          do: action,
          token: page.createFormToken(action),
          ...values,
          ...(confirm !== undefined && { question: confirm, button: submit }),
        }).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {fields.map((field) => renderField(props, field))}
        {children}
        {second === undefined ? rendered : <div class="row buttons">{rendered}</div>}
      </form>
      {isThisFormRefused(props) ? <p class="error">{page.refused?.message}</p> : null}
      {props.hasCommands === false
        ? null
        : buttons.map(({ submit: text, name, value = '' }) => (
            <CommandLines
              page={page}
              calls={listFormCalls(props, name === undefined ? values : { ...values, [name]: value })}
              of={buildButtonLabel(text) ?? text}
              sends={name && `${name}=${value}`}
            />
          ))}
    </div>
  )
}

function renderField({ page, action, form = action }: ActionFormProps, field: FormField) {
  const about = { ...field, ...readRefusedField(page, action, field.name), form }
  return 'options' in about ? <Choice {...about} /> : <TextField {...about} />
}

/** Whether this form was refused for a reason that belongs to no field. Other forms may have the same action. */
function isThisFormRefused({ page: { refused }, action, values = {} }: ActionFormProps): boolean {
  // The notice at the top of the page shows a refusal by the service.
  if (refused?.action !== action || refused.errors.size > 0 || refused.requestId !== undefined) return false
  return Object.entries(values).every(([name, value]) => refused.values[name] === value)
}

/** Returns the calls that a form makes with its refused values. If these are invalid, the sample values replace them. */
function listFormCalls(
  { page: { refused, actions, context }, action, sample = {} }: ActionFormProps,
  values: FormValues,
): readonly NextCall[] {
  const given = Object.entries(refused?.action === action ? refused.values : {}).filter(
    ([, value]) => value !== '',
  )
  const callWith = (typed: FormValues) =>
    [actions[action]?.call({ ...sample, ...typed, ...values }, context) ?? []].flat()
  try {
    return callWith(Object.fromEntries(given))
  } catch (error) {
    if (error instanceof ApiError) return callWith({})
    throw error
  }
}

interface CommandBoxProps {
  /** The effect of the commands, such as `Top up`. */
  readonly of: string
  /** The field that the form's second button sends, as `name=value`. */
  readonly sends?: string | undefined
  readonly children?: Child
}

type CommandLinesProps = PageProps & CommandBoxProps & { readonly calls: readonly NextCall[] }

/** Renders calls as shell lines: with curl, and with the commands of `drydock` that do the same, if there are any. */
export function CommandLines({ page, calls, of, sends }: CommandLinesProps) {
  if (calls.length === 0) return null
  const { id } = page.context
  const lines = calls.flatMap((call) =>
    'command' in call && call.command !== undefined ? renderCommandLine(page.url, id, call.command) : [],
  )
  const { conceal } = page.server
  return (
    <CommandBox of={of} sends={sends}>
      {lines.length === 0 ? null : (
        <CodeBlock
          label={`${of} with drydock`}
          code={conceal([...(page.isGuarded ? [controlTokenLine] : []), ...lines].join('\n'))}
        />
      )}
      <CodeBlock label={`${of} with curl`} code={writeCurlLines(page, calls)} />
    </CommandBox>
  )
}

/** Renders commands that readers unfold, so that they take little room. With script, the switch in the bar unfolds all. */
function CommandBox({ of, sends, children }: CommandBoxProps) {
  return (
    <details class="commands" data-of={of} data-sends={sends}>
      <summary>Commands for “{of}”</summary>
      {children}
    </details>
  )
}

/** Renders the commands of a form with its current values, or a sentence if the form refuses them. */
export function renderFormCommands(page: PageRequest, action: string, about: string, values: FormValues) {
  try {
    const calls = [page.actions[action]?.call(values, page.context) ?? []].flat()
    return <CommandLines page={page} calls={calls} of={about} />
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (
      <CommandBox of={about}>
        <p class="muted">The form refuses these values, so no command does the same.</p>
      </CommandBox>
    )
  }
}

/** Renders the page that asks before an action that cannot be undone: the question, what is lost, and two choices. */
export function renderConfirmation(page: PageRequest, action: string, values: FormValues, asked: Question) {
  const { question, button } = asked
  const form = { page, action, submit: button, kind: 'danger' } as const
  const [title = '', consequence = ''] = question.split(/(?<=\?) /)
  return {
    title,
    body: (
      <>
        {consequence === '' ? null : <p>{consequence}</p>}
        <div class="row">
          <ActionForm {...form} values={{ ...values, confirmed: 'yes' }} hasFile={'file' in values} />
          <a href={page.address}>Cancel</a>
        </div>
      </>
    ),
  }
}

/**
 * Returns the properties of a form's field, as `readRefusedField` does. If the form was not refused, the value comes from
 * the page's query, or is `byDefault`.
 */
export function readFieldOrQuery(page: PageRequest, action: string, name: string, byDefault?: string) {
  return { value: page.query.get(name) ?? byDefault, ...readRefusedField(page, action, name) }
}

/** Returns the properties of a form's field; after a refusal of the form also its value and errors. */
export function readRefusedField(page: PageRequest, action: string, name: string) {
  const { refused } = page
  const isHere = refused?.action === action
  return {
    form: action,
    name,
    ...(isHere && { value: refused.values[name] }),
    error: isHere ? refused.errors.get(name) : undefined,
  }
}

/** Renders the field that chooses the key of a form's request; by default the account's first test key. */
export function KeyChoice({ page, action }: PageProps & { readonly action: string }) {
  const field = readFieldOrQuery(page, action, 'key', findFirstKeyId(page.context, 'test'))
  return <Choice {...field} label="Key" options={listKeyOptions(page.context)} />
}
