for s in 49 13 33 47; do timeout 250 /work/trees/sim82/scripts/bun /tmp/sim82/trace.ts $s 3 /tmp/sim82/t$s; cmp /tmp/sim82/t$s.1 /tmp/sim82/t$s.2; done
