const figures = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** A size for reading: `312 bytes`, `4.1 KB`, `31.5 MB`; a KB is 1,000 bytes, as file managers count. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} ${size === 1 ? 'byte' : 'bytes'}`;
  if (size < 999_500) return `${figures.format(size / 1000)} KB`;
  return size < 999_500_000 ? `${figures.format(size / 1e6)} MB` : `${figures.format(size / 1e9)} GB`;
}
