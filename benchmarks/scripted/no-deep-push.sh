#!/bin/sh
# A solver whose model is wrong where it checks inside two open scopes, one command a line or not.
depth=0
status=0
for word in $(tr '()' '\n\n' <"$1" | grep -E '^(push|pop|check-sat)' | cut -d' ' -f1); do
    case $word in
    push) depth=$((depth + 1)) ;;
    pop) depth=$((depth - 1)) ;;
    check-sat)
        echo sat
        if [ $depth -ge 2 ]; then
            echo '(error "an invalid model was generated")'
            status=1
        fi
        ;;
    esac
done
exit $status
