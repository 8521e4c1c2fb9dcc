import sys
n = int(sys.argv[1])
print("(set-logic QF_LIA)")
for i in range(200):
    print(f"(declare-const x{i} Int)")
print("(assert (and", *(f"(> x{i % 200} (+ {i} x{i * 7 % 200}))" for i in range(n)), "))")
print("(check-sat)")
