/* What Debian's libstdc++ and libgcc want of the C library of GNU, for musl. For trials only: destructors of threads do
 * not run. On Alpine, libstdc++ is made for musl and needs none of this. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

extern long getrandom(void *, size_t, unsigned);
extern unsigned long getauxval(unsigned long);
extern size_t strftime_l(char *, size_t, const char *, const void *, void *);

char __libc_single_threaded = 0;

struct {
  unsigned vendor, type, subtype, features[1];
} __cpu_model = {0};

int __cpu_indicator_init(void) { return 0; }

unsigned arc4random(void) {
  unsigned number;
  getrandom(&number, sizeof number, 0);
  return number;
}

size_t __strftime_l(char *text, size_t size, const char *format, const void *time, void *locale) {
  return strftime_l(text, size, format, time, locale);
}

unsigned long __getauxval(unsigned long type) { return getauxval(type); }

int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *library) { return 0; }

struct search {
  unsigned long address;
  struct dl_find_object *found;
};

static int look(struct dl_phdr_info *info, size_t size, void *data) {
  struct search *search = data;
  void *frames = NULL;
  unsigned long start = 0, end = 0;
  for (int n = 0; n < info->dlpi_phnum; n++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[n];
    unsigned long from = info->dlpi_addr + header->p_vaddr;
    unsigned long to = from + header->p_memsz;
    if (header->p_type == PT_LOAD && search->address >= from && search->address < to) {
      start = from;
      end = to;
    }
    if (header->p_type == PT_GNU_EH_FRAME) frames = (void *)from;
  }
  if (end == 0 || frames == NULL) return 0;
  *search->found = (struct dl_find_object){
      .dlfo_map_start = (void *)start, .dlfo_map_end = (void *)end, .dlfo_eh_frame = frames};
  return 1;
}

int _dl_find_object(void *address, struct dl_find_object *found) {
  struct search search = {(unsigned long)address, found};
  return dl_iterate_phdr(look, &search) ? 0 : -1;
}
