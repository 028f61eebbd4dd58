import { LinkButton } from '../pages/components/button.tsx'
import type { PageContent } from '../pages/send-page.tsx'
import { listSiteSections } from './frame.tsx'

/** Renders an error page with a message, a suggestion and a link to continue. */
export function renderRefusalPage({
  title,
  message,
  suggestion,
  href,
}: {
  readonly title: string
  readonly message: string
  readonly suggestion: string
  /** The page that the link leads to. */
  readonly href: string
}): PageContent {
  return {
    title,
    place: 'Drydock',
    parts: listSiteSections(),
    body: (
      <>
        <p>
          {message} {suggestion}
        </p>
        <p>
          <LinkButton href={href} kind="main">
            Continue
          </LinkButton>
        </p>
      </>
    ),
  }
}
