# What R's survival package says of the same lines: args are a file of entries (cluster, group, stratum, age, ended, left) and the days
# up to which means are restricted. Prints one record a line, numbers with 17 digits.
suppressPackageStartupMessages(library(survival))
args <- commandArgs(trailingOnly = TRUE)
entries <- read.csv(args[1])
until <- as.numeric(args[2])
ended <- entries[entries$ended > 0, ]
left <- entries[entries$left > 0, ]
lines <- data.frame(
  cluster = c(ended$cluster, left$cluster), group = c(ended$group, left$group), stratum = c(ended$stratum, left$stratum),
  age = c(ended$age, left$age), status = rep(c(1, 0), c(nrow(ended), nrow(left))), count = c(ended$ended, left$left))
say <- function(what, ...) cat(what, vapply(list(...), function(x) sprintf("%.17g", x), ""), "\n")
for (g in sort(unique(lines$group))) {
  own <- lines[lines$group == g, ]
  robust <- summary(survfit(Surv(age, status) ~ 1, data = own, weights = count, cluster = cluster), censored = FALSE)
  plain <- survfit(Surv(age, status) ~ 1, data = own, weights = count, robust = FALSE)
  shown <- summary(plain, censored = FALSE)
  for (i in seq_along(robust$time))
    say("point", g, robust$time[i], robust$surv[i], robust$std.err[i], shown$std.err[i], robust$n.risk[i])
  means <- summary(plain, rmean = until)$table
  say("mean", g, means["rmean"], means["se(rmean)"], means["median"])
}
if (length(unique(lines$group)) > 1) {
  each <- lines[rep(seq_len(nrow(lines)), lines$count), ]
  plain <- survdiff(Surv(age, status) ~ group, data = each)
  say("logrank", plain$chisq)
  strata <- survdiff(Surv(age, status) ~ group + strata(stratum), data = each)
  say("stratified", strata$chisq)
  robust <- coxph(Surv(age, status) ~ factor(group), data = lines, weights = count, cluster = cluster, ties = "breslow")
  say("clustered", robust$rscore)
  both <- coxph(Surv(age, status) ~ factor(group) + strata(stratum), data = lines, weights = count, cluster = cluster, ties = "breslow")
  say("clustered_stratified", both$rscore)
}
