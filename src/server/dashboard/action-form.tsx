import type { Child } from 'hono/jsx'
import { ApiError } from '../../simulator/specification/errors.ts'
import { renderCommandLine } from '../command-line.ts'
import { Button } from '../pages/components/button.tsx'
import { CodeBlock } from '../pages/components/code-block.tsx'
import type { NextCall } from './control-call.ts'
import { controlTokenLine, writeCurlLines } from './curl-lines.ts'
import type { FormValues, PageProps, PageRequest } from './page.ts'

interface ActionFormProps extends PageProps {
  /** The name of the page's action that the form submits. */
  readonly action: string
  /** The text of the form's button. */
  readonly submit: string
  readonly kind?: 'main' | 'plain' | 'danger'
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
  /** A second button, with the field that only this button sends. */
  readonly second?: { readonly name: string; readonly value: string; readonly submit: string }
  /** Whether the form sends a file. */
  readonly hasFile?: boolean
  /** Whether the form has the equivalent commands; true by default. */
  readonly hasCommands?: boolean
  readonly children?: Child
}

/** Renders a form for an action of its page, with the equivalent commands. */
export function ActionForm(props: ActionFormProps) {
  const { page, action, submit, kind = 'plain', values = {}, about, confirm, second, children } = props
  const layout = props.layout ?? (children === undefined ? 'inline' : 'inline filled')
  const [label, secondLabel] = [submit, second?.submit].map((text) =>
    about ? `${text}: ${about}` : undefined,
  )
  const button = (
    <Button kind={kind} label={label}>
      {submit}
    </Button>
  )
  return (
    <div class="action">
      <form
        class={layout}
        method="post"
        enctype={props.hasFile === true ? 'multipart/form-data' : undefined}
        // The query keeps the filter and the input of the page if the form is refused.
        action={page.address}
      >
        <input type="hidden" name="do" value={action} />
        <input type="hidden" name="token" value={page.formToken(action)} />
        {Object.entries({
          ...values,
          ...(confirm !== undefined && { question: confirm, button: submit }),
        }).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {children}
        {second === undefined ? (
          button
        ) : (
          <div class="row buttons">
            {button}
            <Button name={second.name} value={second.value} label={secondLabel}>
              {second.submit}
            </Button>
          </div>
        )}
      </form>
      {isThisFormRefused(props) ? <p class="error">{page.refused?.message}</p> : null}
      {props.hasCommands === false ? null : (
        <>
          <CommandLines page={page} calls={listFormCalls(props)} of={label ?? submit} />
          {second === undefined ? null : (
            <CommandLines
              page={page}
              calls={listFormCalls({ ...props, values: { ...values, [second.name]: second.value } })}
              of={secondLabel ?? second.submit}
              sends={`${second.name}=${second.value}`}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Whether this form was refused for a reason that belongs to no field. Other forms may have the same action. */
function isThisFormRefused({ page: { refused }, action, values = {} }: ActionFormProps): boolean {
  // The notice at the top of the page shows a refusal by the service.
  if (refused?.action !== action || refused.errors.size > 0 || refused.requestId !== undefined) return false
  return Object.entries(values).every(([name, value]) => refused.values[name] === value)
}

/** Returns the calls of a form with its refused values. If these make no call, the sample replaces them. */
function listFormCalls({ page, action, values = {}, sample = {} }: ActionFormProps): readonly NextCall[] {
  const { refused, actions, context } = page
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

interface CommandLinesProps extends PageProps, Omit<CommandBoxProps, 'children'> {
  readonly calls: readonly NextCall[]
}

/** Renders calls as shell lines: with curl, and with `drydock` if it has a command for them. */
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

/** Folds commands, so that they push no content away without script. Script opens them all. */
function CommandBox({ of, sends, children }: CommandBoxProps) {
  return (
    <details class="commands" data-of={of} data-sends={sends}>
      <summary>Commands for “{of}”</summary>
      {children}
    </details>
  )
}

/** A form with the values that its reader has typed. */
interface FilledForm {
  readonly action: string
  /** The effect of the form, such as `Top up`. */
  readonly about: string
  readonly values: FormValues
}

/** Renders the commands of a form with its current values, or a sentence if the form refuses them. */
export function renderFormCommands(page: PageRequest, { action, about, values }: FilledForm) {
  try {
    const calls = [page.actions[action]?.call(values, page.context) ?? []].flat()
    return <CommandLines page={page} calls={calls} of={about} />
  } catch (error) {
    if (error instanceof ApiError)
      return (
        <CommandBox of={about}>
          <p class="muted">The form refuses these values, so no command does the same.</p>
        </CommandBox>
      )
    throw error
  }
}

/** Returns a field as `readRefusedField` does. Before its form is submitted, its value comes from the page's query. */
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
