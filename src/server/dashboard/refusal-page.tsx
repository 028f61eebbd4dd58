import { LinkButton } from '../pages/components/button.tsx'
import type { PageContent } from '../pages/send-page.tsx'
import { siteSections } from './frame.tsx'

/** Renders an error page. */
export function refusalPage({
  title,
  message,
  suggestion,
  href,
}: {
  readonly title: string
  readonly message: string
  readonly suggestion: string
  /** Links to continue with. */
  readonly href: string
}): PageContent {
  return {
    title,
    place: 'Drydock',
    parts: siteSections(),
    body: (
      <>
        <p>
          {message} {suggestion}
        </p>
        <p>
          <LinkButton href={href} kind="main">
            Go on
          </LinkButton>
        </p>
      </>
    ),
  }
}
