import type { Child } from 'hono/jsx'

interface LabelledProps {
  /** The field's name in the form; the form's id and this name make its HTML id. */
  readonly name: string
  readonly form: string
  /** The visible name of the field; error messages about the field begin with it. */
  readonly label: string
  /** The unit, or the meaning of an empty field; shown beside the label. */
  readonly note?: string
  /** The values of the form's field `mode` that use this field. At any other value, script hides the field. */
  readonly modes?: readonly string[] | undefined
  /** Further help to fill in the field, shown below it. */
  readonly hint?: Child
  /**
   * The reasons why the submitted value is refused. A reason that begins with a capital letter is a whole sentence; any
   * other one continues the label.
   */
  readonly error?: string | readonly string[] | undefined
}

interface TextFieldProps extends LabelledProps {
  readonly value?: string | undefined
  readonly type?: 'text' | 'number' | 'url' | 'password' | 'search'
  /** Whether a number may have a fraction. */
  readonly isFraction?: boolean
  readonly placeholder?: string
  readonly isRequired?: boolean
  /** Whether pressing the key `/` focuses this field. */
  readonly isSearch?: boolean
}

export function TextField({
  value,
  type = 'text',
  isFraction = false,
  placeholder,
  isRequired,
  isSearch,
  ...about
}: TextFieldProps) {
  return (
    <LabelledField {...about}>
      <input
        {...buildInputAttributes(about)}
        type={type}
        step={isFraction ? 'any' : undefined}
        value={value}
        placeholder={placeholder}
        required={isRequired}
        data-search={isSearch}
        autocomplete="off"
        spellcheck={false}
      />
    </LabelledField>
  )
}

interface TextAreaProps extends LabelledProps {
  readonly value?: string | undefined
  readonly rows: number
}

export function TextArea({ value = '', rows, ...about }: TextAreaProps) {
  return (
    <LabelledField {...about}>
      <textarea {...buildInputAttributes(about)} rows={rows} spellcheck={false}>
        {value}
      </textarea>
    </LabelledField>
  )
}

interface ChoiceProps extends LabelledProps {
  readonly value?: string | undefined
  /** The values to choose from, with their labels. A plain text is both value and label. */
  readonly options: readonly (string | readonly [value: string, label: string])[]
}

export function Choice({ value, options, ...about }: ChoiceProps) {
  return (
    <LabelledField {...about}>
      <select {...buildInputAttributes(about)}>
        {options
          .map((option) => (typeof option === 'string' ? [option, option] : option))
          .map(([each, label]) => (
            <option value={each} selected={each === value}>
              {label}
            </option>
          ))}
      </select>
    </LabelledField>
  )
}

interface FileFieldProps extends LabelledProps {
  /** The file types to choose from, such as `.csv,text/csv`. */
  readonly accept: string
}

export function FileField({ accept, ...about }: FileFieldProps) {
  return (
    <LabelledField {...about}>
      <input {...buildInputAttributes(about)} type="file" accept={accept} required />
    </LabelledField>
  )
}

function LabelledField(props: LabelledProps & { readonly children?: Child }) {
  const { children, label, note, modes, hint, error = [], ...about } = props
  const id = buildFieldId(about)
  const reasons = [error].flat()
  return (
    <div class={reasons.length === 0 ? 'field' : 'field wrong'} data-modes={modes?.join(' ')}>
      <label for={id}>
        {label}
        {note === undefined ? null : <span class="muted"> {note}</span>}
      </label>
      {children}
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {reasons.length === 0 ? null : (
        <div class="error" id={`${id}-error`}>
          {reasons.map((reason) => (
            <p>{/^\p{Ll}/u.test(reason) ? `${label} ${reason}.` : `${reason}.`}</p>
          ))}
        </div>
      )}
    </div>
  )
}

function buildFieldId({ form, name }: Pick<LabelledProps, 'form' | 'name'>): string {
  return `${form}-${name}`
}

function buildInputAttributes(about: LabelledProps) {
  const id = buildFieldId(about)
  const described = [about.hint !== undefined && `${id}-hint`, about.error !== undefined && `${id}-error`]
  const describedBy = described.filter((each) => each !== false).join(' ')
  return {
    id,
    name: about.name,
    'aria-invalid': about.error === undefined ? undefined : 'true',
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    // The refused field gets the focus, because it may be far down the page.
    autofocus: about.error !== undefined || undefined,
  }
}

interface CheckboxesProps {
  readonly form: string
  readonly label: string
  readonly hint?: Child
  /** The checkboxes of the group. The form sends a ticked one under its own name with the value `on`. */
  readonly options: readonly (readonly [name: string, label: string, isTicked: boolean])[]
}

export function Checkboxes({ form, label, hint, options }: CheckboxesProps) {
  const hintId = `${form}-checks-hint`
  return (
    <fieldset class="checks" aria-describedby={hint === undefined ? undefined : hintId}>
      <legend>{label}</legend>
      <div class="row">
        {options.map(([name, text, isTicked]) => (
          <label>
            <input type="checkbox" name={name} value="on" checked={isTicked} /> {text}
          </label>
        ))}
      </div>
      {hint === undefined ? null : (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
