/* Faster calls of the C API for the C of mypyc, into which this file is included.

   Inline caches: structs of msgspec and tables stay interpreted. mypyc reads their fields, and
   looks their names up in the module, in full each time; the interpreter remembers at each place
   where it found them (PEP 659). So do get_item and get_attribute.

   Searches for the same object: keys are mostly strings, and the very objects that the container
   holds. They are compared as objects first; where that decides nothing, the C API is called.

   It relies on the dictionaries, sets, lists and types of CPython 3.11. Elsewhere it does nothing.
   */
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030C0000
#define Py_BUILD_CORE
#include <internal/pycore_dict.h>
#undef Py_BUILD_CORE

enum { UNKNOWN = -1, ABSENT, PRESENT };

/* The hash of a key that is compared by identity or has its hash in it; -1: of any other key. */
static inline Py_hash_t known_hash(PyObject *key) {
    if (PyUnicode_CheckExact(key)) {
        return ((PyASCIIObject *)key)->hash;
    }
    if (Py_TYPE(key)->tp_hash == PyBaseObject_Type.tp_hash && PyType_Check(key)) {
        return _Py_HashPointer(key);
    }
    return -1;
}

/* Search a dictionary for a string or a type, as _Py_dict_lookup does. */
static inline int search_dict(PyObject *dict, PyObject *key, PyObject **value) {
    PyDictKeysObject *keys = ((PyDictObject *)dict)->ma_keys;
    Py_hash_t hash = known_hash(key);
    if (hash == -1 || keys->dk_kind == DICT_KEYS_SPLIT || keys->dk_log2_size > 15) {
        return UNKNOWN;
    }
    size_t mask = ((size_t)1 << keys->dk_log2_size) - 1, at = (size_t)hash & mask;
    for (size_t perturb = (size_t)hash;;) {
        Py_ssize_t index = keys->dk_log2_size < 8 ? ((int8_t *)keys->dk_indices)[at]
                                                  : ((int16_t *)keys->dk_indices)[at];
        if (index == DKIX_EMPTY) {
            return ABSENT;
        }
        if (index >= 0) {
            PyObject *there;
            Py_hash_t its;
            if (keys->dk_kind == DICT_KEYS_UNICODE) {
                PyDictUnicodeEntry *entry = &DK_UNICODE_ENTRIES(keys)[index];
                there = entry->me_key;
                its = ((PyASCIIObject *)there)->hash;
                *value = entry->me_value;
            } else {
                PyDictKeyEntry *entry = &DK_ENTRIES(keys)[index];
                there = entry->me_key;
                its = entry->me_hash;
                *value = entry->me_value;
            }
            if (there == key) {
                return PRESENT;
            }
            if (its == hash) {
                if (!PyUnicode_CheckExact(there) || !PyUnicode_CheckExact(key)) {
                    return UNKNOWN;
                }
                if (_PyUnicode_EQ(there, key)) {
                    return PRESENT;
                }
            }
        }
        perturb >>= 5;
        at = mask & (at * 5 + perturb + 1);
    }
}

/* An item of a dictionary: a name of a module. Dictionaries that have been changed, and different
   dictionaries, have different versions (PEP 509). */
typedef struct {
    PyObject *key;    /* NULL before the first use */
    PyObject *value;  /* borrowed: a dictionary of this version holds it */
    uint64_t version;
    int misses;       /* many: other keys, or a dictionary that changes; nothing is remembered */
} CachedItem;

#define MOST_MISSES 32

static PyObject *find_item(CachedItem *known, PyObject *dict, PyObject *key) {
    PyObject *value = CPyDict_GetItem(dict, key);
    known->misses++;
    if (value != NULL && PyDict_CheckExact(dict) && PyUnicode_CheckExact(key)) {
        Py_XSETREF(known->key, Py_NewRef(key)); /* or another key could get its address */
        known->value = value;
        known->version = ((PyDictObject *)dict)->ma_version_tag;
    }
    return value;
}

static inline PyObject *get_item(CachedItem *known, PyObject *dict, PyObject *key) {
    if (known->misses > MOST_MISSES) {
        PyObject *value;
        if (likely(PyDict_CheckExact(dict) && search_dict(dict, key, &value) == PRESENT)) {
            return Py_NewRef(value);
        }
        return CPyDict_GetItem(dict, key);
    }
    if (likely(known->key == key && PyDict_CheckExact(dict) &&
               known->version == ((PyDictObject *)dict)->ma_version_tag)) {
        return Py_NewRef(known->value);
    }
    return find_item(known, dict, key);
}

/* A field of a struct, at an offset of its objects. A type that has been changed has the version
   0 or a new one. */
typedef struct {
    PyObject *name;     /* NULL before the first use */
    Py_ssize_t offset;  /* 0: the attribute is not such a field */
    unsigned int version;
} CachedField;

static PyObject *find_attribute(CachedField *known, PyObject *object, PyObject *name) {
    PyTypeObject *type = Py_TYPE(object);
    PyObject *value = PyObject_GetAttr(object, name);
    if (value != NULL && type->tp_getattro == PyObject_GenericGetAttr) {
        PyObject *found = _PyType_Lookup(type, name);
        Py_XSETREF(known->name, Py_NewRef(name));
        known->version = type->tp_version_tag;
        known->offset = 0;
        if (found != NULL && Py_IS_TYPE(found, &PyMemberDescr_Type)) {
            PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
            if (member->type == T_OBJECT_EX && !(member->flags & PY_AUDIT_READ)) {
                known->offset = member->offset;
            }
        }
    }
    return value;
}

static inline PyObject *get_attribute(CachedField *known, PyObject *object, PyObject *name) {
    unsigned int version = Py_TYPE(object)->tp_version_tag;
    if (likely(version != 0 && known->version == version && known->name == name)) {
        if (known->offset == 0) {
            return PyObject_GetAttr(object, name);
        }
        PyObject *value = *(PyObject **)((char *)object + known->offset);
        if (likely(value != NULL)) {
            return Py_NewRef(value);
        }
    }
    return find_attribute(known, object, name);
}

static inline PyObject *get_or(PyObject *dict, PyObject *key, PyObject *otherwise) {
    PyObject *value;
    if (likely(PyDict_CheckExact(dict))) {
        int found = search_dict(dict, key, &value);
        if (found != UNKNOWN) {
            return Py_NewRef(found == PRESENT ? value : otherwise);
        }
    }
    return CPyDict_Get(dict, key, otherwise);
}

static inline int has_key(PyObject *dict, PyObject *key) {
    PyObject *value;
    if (likely(PyDict_CheckExact(dict))) {
        int found = search_dict(dict, key, &value);
        if (found != UNKNOWN) {
            return found;
        }
    }
    return PyDict_Contains(dict, key);
}

/* Whether two strings, which are different objects, have the same text. */
static inline int has_same_text(PyObject *one, PyObject *other) {
    Py_hash_t its = ((PyASCIIObject *)one)->hash, others = ((PyASCIIObject *)other)->hash;
    return (its == others || its == -1 || others == -1) && _PyUnicode_EQ(one, other);
}

/* Whether a tuple, list or other sequence contains a value. */
static inline int contains(PyObject *sequence, PyObject *value) {
    if (likely(PyTuple_CheckExact(sequence) || PyList_CheckExact(sequence))) {
        PyObject **items = PySequence_Fast_ITEMS(sequence);
        Py_ssize_t count = Py_SIZE(sequence), at;
        for (at = 0; at < count; at++) {
            if (items[at] == value) {
                return 1;
            }
        }
        if (PyUnicode_CheckExact(value) && PyUnicode_IS_READY(value)) {
            for (at = 0; at < count; at++) {
                if (!PyUnicode_CheckExact(items[at]) || !PyUnicode_IS_READY(items[at])) {
                    break;
                }
                if (has_same_text(items[at], value)) {
                    return 1;
                }
            }
            if (at == count) {
                return 0;
            }
        }
    }
    return PySequence_Contains(sequence, value);
}

#define LINEAR_PROBES 9 /* as in setobject.c */

/* Whether a set contains a value, decided where set_lookkey looks first, or else by it. */
static inline int set_contains(PyObject *set, PyObject *value) {
    Py_hash_t hash = known_hash(value);
    if (likely(hash != -1 && PyAnySet_CheckExact(set))) {
        size_t mask = (size_t)((PySetObject *)set)->mask, at = (size_t)hash & mask;
        setentry *entry = &((PySetObject *)set)->table[at];
        setentry *last = entry + (at + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0);
        for (; entry <= last; entry++) {
            if (entry->key == value) {
                return 1;
            }
            if (entry->key == NULL) {
                return 0;
            }
            if (entry->hash == hash) {
                break;
            }
        }
    }
    return PySet_Contains(set, value);
}

/* Append to a list that has room left. */
static inline int append(PyObject *list, PyObject *value) {
    if (likely(PyList_CheckExact(list))) {
        Py_ssize_t size = PyList_GET_SIZE(list);
        if (likely(size < ((PyListObject *)list)->allocated)) {
            PyList_SET_ITEM(list, size, Py_NewRef(value));
            Py_SET_SIZE(list, size + 1);
            return 0;
        }
    }
    return PyList_Append(list, value);
}

/* Call an object without the checks of the result. */
static inline PyObject *call(
    PyObject *function, PyObject *const *arguments, size_t count, PyObject *names) {
    PyTypeObject *type = Py_TYPE(function);
    if (likely(PyType_HasFeature(type, Py_TPFLAGS_HAVE_VECTORCALL))) {
        vectorcallfunc found = *(vectorcallfunc *)((char *)function + type->tp_vectorcall_offset);
        if (likely(found != NULL)) {
            return found(function, arguments, count, names);
        }
    }
    return PyObject_Vectorcall(function, arguments, count, names);
}

/* Take the last item of a list, whose memory stays as large. */
static inline PyObject *pop_last(PyObject *list) {
    Py_ssize_t last = PyList_GET_SIZE(list) - 1;
    if (likely(last >= 0 && PyList_CheckExact(list))) {
        Py_SET_SIZE(list, last);
        return PyList_GET_ITEM(list, last);
    }
    return CPyList_PopLast(list);
}

/* Take the arguments of a function that is called with all of them by position. */
static inline int take_all(
    PyObject *const *arguments, Py_ssize_t count, PyObject **const wanted[], Py_ssize_t most) {
    if (count != most) {
        return 0;
    }
    for (Py_ssize_t at = 0; at < most; at++) {
        *wanted[at] = arguments[at];
    }
    return 1;
}

#define CPyArg_ParseStackAndKeywordsSimple(arguments, count, names, parser, ...) \
    ((likely((names) == NULL && PARSER_INITED(parser)) && \
      take_all(arguments, count, (PyObject **const[]){__VA_ARGS__}, \
               sizeof((PyObject **const[]){__VA_ARGS__}) / sizeof(PyObject **))) || \
     CPyArg_ParseStackAndKeywordsSimple(arguments, count, names, parser, __VA_ARGS__))
#define CPyList_PopLast(list) pop_last(list)
#define PyObject_Vectorcall(function, arguments, count, names) \
    call(function, arguments, count, names)
#define PyList_Append(list, value) append(list, value)
#define PySet_Contains(set, value) set_contains(set, value)
#define PyDict_Contains(dict, key) has_key(dict, key)
#define PySequence_Contains(sequence, value) contains(sequence, value)
#define CPyDict_Get(dict, key, otherwise) get_or(dict, key, otherwise)
#define CPyDict_GetWithNone(dict, key) get_or(dict, key, Py_None)
#define CPyDict_GetItem(dict, key) ({ static CachedItem known; get_item(&known, dict, key); })
#undef CPyObject_GetAttr
#define CPyObject_GetAttr(object, name) \
    ({ static CachedField known; get_attribute(&known, object, name); })
#endif
