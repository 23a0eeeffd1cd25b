/** How much of something is done. @param percent 0 to 100 */
export const ProgressBar = ({ label, percent }: { label: string; percent: number }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    className="meter"
    data-progress=""
  >
    <i style={{ inlineSize: `${percent}%` }} />
  </div>
);
