import { pictureUrl } from './picture-url.ts';

/** The studio's logo, or the mark of the product: bars of a seat strip. */
export const Logo = ({ url, size }: { url: string | null; size?: 'large' }) => (
  <span className="logo disc" data-size={size}>
    {pictureUrl(url) !== undefined ? (
      <img src={pictureUrl(url)} alt="" />
    ) : (
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <g fill="currentColor">
          <rect x="4" y="9" width="3.4" height="11" rx="1.7" />
          <rect x="10.3" y="4" width="3.4" height="16" rx="1.7" />
          <rect x="16.6" y="12" width="3.4" height="8" rx="1.7" opacity=".62" />
        </g>
      </svg>
    )}
  </span>
);
