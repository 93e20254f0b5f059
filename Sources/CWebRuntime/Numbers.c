// Decimal text to the nearest double, and two functions of a mathematical library.
//
// Limits: no hexadecimal numbers, no names for infinity; of a mantissa's digits beyond 800 it only
// remembers whether one is not zero. The result is still exact, because the midpoint of two neighbouring doubles has
// at most 768 significant digits.
#include "WebRuntime.h"

enum { DIGITS = 800, WORDS = 192 };

// An unsigned integer of any size up to 6,144 bits, the lowest word first; the largest here has 5,200.
typedef struct {
    uint32_t words[WORDS];
    int count;
} Big;

static void multiply_add(Big *big, uint32_t factor, uint32_t carry) {
    uint64_t over = carry;
    for (int at = 0; at < big->count; at++) {
        over += (uint64_t)big->words[at] * factor;
        big->words[at] = (uint32_t)over;
        over >>= 32;
    }
    if (over && big->count < WORDS) big->words[big->count++] = (uint32_t)over;
}

static void multiply_by_power_of_ten(Big *big, int power) {
    for (; power >= 9; power -= 9) multiply_add(big, 1000000000, 0);
    for (; power > 0; power--) multiply_add(big, 10, 0);
}

static int bits(const Big *big) {
    if (big->count == 0) return 0;
    return big->count * 32 - __builtin_clz(big->words[big->count - 1]);
}

static void shift_left(Big *big, int places) {
    int words = places / 32, rest = places % 32;
    if (big->count == 0 || big->count + words + 1 > WORDS) return;
    uint32_t over = 0;
    for (int at = big->count - 1; at >= 0; at--) {
        uint64_t wide = (uint64_t)big->words[at] << rest;
        if (at == big->count - 1) over = (uint32_t)(wide >> 32);
        uint32_t below = at > 0 && rest ? big->words[at - 1] >> (32 - rest) : 0;
        big->words[at + words] = (uint32_t)wide | below;
    }
    for (int at = 0; at < words; at++) big->words[at] = 0;
    big->count += words;
    if (over) big->words[big->count++] = over;
}

static void halve(Big *big) {
    uint32_t over = 0;
    for (int at = big->count - 1; at >= 0; at--) {
        uint32_t word = big->words[at];
        big->words[at] = word >> 1 | over << 31;
        over = word & 1;
    }
    if (big->count > 0 && big->words[big->count - 1] == 0) big->count--;
}

static int is_less(const Big *left, const Big *right) {
    if (left->count != right->count) return left->count < right->count;
    for (int at = left->count - 1; at >= 0; at--) {
        if (left->words[at] != right->words[at]) return left->words[at] < right->words[at];
    }
    return 0;
}

static void subtract(Big *left, const Big *right) {
    int64_t borrow = 0;
    for (int at = 0; at < left->count; at++) {
        int64_t word = (int64_t)left->words[at] - (at < right->count ? right->words[at] : 0) + borrow;
        left->words[at] = (uint32_t)word;
        borrow = word >> 63;
    }
    while (left->count > 0 && left->words[left->count - 1] == 0) left->count--;
}

static double of_bits(uint64_t pattern) {
    double number;
    __builtin_memcpy(&number, &pattern, sizeof number);
    return number;
}

// The double nearest to `quotient * 2^-scale`, and a little more if `has_rest`; the quotient is not zero.
static double nearest(uint64_t quotient, int scale, int has_rest) {
    int zeros = __builtin_clzll(quotient);
    quotient <<= zeros;
    int exponent = 63 - scale - zeros;
    // Below the smallest normal number fewer bits are kept.
    int dropped = exponent < -1022 ? 11 + (-1022 - exponent) : 11;
    if (dropped > 64) return 0;
    uint64_t kept = dropped == 64 ? 0 : quotient >> dropped;
    uint64_t half = (uint64_t)1 << (dropped - 1);
    uint64_t rest = dropped == 64 ? quotient : quotient & (half * 2 - 1);
    if (rest > half || (rest == half && (has_rest || (kept & 1)))) kept++;
    if (kept == 0) return 0;
    int biased = exponent < -1022 ? 0 : exponent + 1022;
    // A carry out of the mantissa goes into the exponent by itself.
    if (biased >= 2046) return of_bits((uint64_t)0x7FF << 52);
    uint64_t pattern = ((uint64_t)biased << 52) + kept;
    return of_bits(pattern);
}

// `digits * 10^power` for any power.
static double exactly(const uint8_t *digits, int count, int power) {
    if (count + power > 310) return of_bits((uint64_t)0x7FF << 52);
    if (count + power < -330) return 0;
    Big number = {.count = 0}, divisor = {.words = {1}, .count = 1};
    for (int at = 0; at < count; at++) multiply_add(&number, 10, digits[at]);
    if (power > 0) {
        multiply_by_power_of_ten(&number, power);
    } else {
        multiply_by_power_of_ten(&divisor, -power);
    }
    // A quotient of 63 or 64 bits.
    int scale = 63 - (bits(&number) - bits(&divisor));
    if (scale > 0) {
        shift_left(&number, scale);
    } else {
        shift_left(&divisor, -scale);
    }
    shift_left(&divisor, 63);
    uint64_t quotient = 0;
    for (int round = 0; round < 64; round++) {
        quotient <<= 1;
        if (!is_less(&number, &divisor)) {
            subtract(&number, &divisor);
            quotient |= 1;
        }
        halve(&divisor);
    }
    return nearest(quotient, scale, number.count > 0);
}

static int is_digit(char byte) { return byte >= '0' && byte <= '9'; }

double web_strtod(const char *text, const char **end) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *at = text;
    int is_negative = *at == '-';
    if (*at == '-' || *at == '+') at++;

    uint8_t digits[DIGITS + 1];
    int count = 0, power = 0, has_digits = 0, has_point = 0, has_rest = 0;
    for (;; at++) {
        if (*at == '.' && !has_point) {
            has_point = 1;
            continue;
        }
        if (!is_digit(*at)) break;
        has_digits = 1;
        if (count == 0 && *at == '0') {
            if (has_point) power--;
        } else if (count < DIGITS) {
            digits[count++] = (uint8_t)(*at - '0');
            if (has_point) power--;
        } else {
            has_rest |= *at != '0';
            if (!has_point) power++;
        }
    }
    if (!has_digits) {
        *end = text;
        return 0;
    }
    *end = at;
    if (*at == 'e' || *at == 'E') {
        at++;
        int is_small = *at == '-', exponent = 0;
        if (*at == '-' || *at == '+') at++;
        if (is_digit(*at)) {
            // Beyond this the number is zero or infinite, however many digits stand before it.
            for (; is_digit(*at); at++) {
                if (exponent < 100000000) exponent = exponent * 10 + (*at - '0');
            }
            power += is_small ? -exponent : exponent;
            *end = at;
        }
    }
    // A digit that is not zero stands for all that were left out.
    if (has_rest) {
        digits[count++] = 1;
        power--;
    }
    while (count > 0 && digits[count - 1] == 0) {
        count--;
        power++;
    }

    double number = 0;
    if (count > 0 && count <= 15 && power >= -22 && power <= 22) {
        // Both are exact, so one rounding is right (Clinger, 1990).
        for (int place = 0; place < count; place++) number = number * 10 + digits[place];
        number = power < 0 ? number / powers[-power] : number * powers[power];
    } else if (count > 0) {
        number = exactly(digits, count, power);
    }
    return is_negative ? -number : number;
}

double web_round(double number) {
    double whole = __builtin_trunc(number);
    double rest = number - whole;
    if (rest >= 0.5) return whole + 1;
    if (rest <= -0.5) return whole - 1;
    // Keeps the sign of zero.
    return whole;
}

// Dekker's product: halves of 26 bits multiply exactly.
double web_product_error(double a, double b, double c) {
    const double splitter = 134217729;
    double a_high = a * splitter, b_high = b * splitter;
    a_high = a_high - (a_high - a);
    b_high = b_high - (b_high - b);
    double a_low = a - a_high, b_low = b - b_high;
    return ((a_high * b_high + c) + a_high * b_low + a_low * b_high) + a_low * b_low;
}
